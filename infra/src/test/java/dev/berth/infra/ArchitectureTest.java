package dev.berth.infra;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/**
 * The arrows between the modules, and what each may know of the world. Maven holds the arrows too, but only until
 * someone adds a dependency.
 */
@AnalyzeClasses(packages = "dev.berth", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String API = "dev.berth.api..";
    private static final String COMMAND = "dev.berth.command..";
    private static final String QUERY = "dev.berth.query..";
    private static final String SAGAS = "dev.berth.sagas..";
    private static final String INFRA = "dev.berth.infra..";

    private static final String SPRING = "org.springframework..";
    private static final String AXON = "org.axonframework..";
    private static final String[] SQL = {"java.sql..", "javax.sql..", "org.jooq..", "org.flywaydb..", "org.postgresql.."
    };

    @ArchTest
    static final ArchRule everyClassBelongsToAModule =
            classes().should().resideInAnyPackage(API, COMMAND, QUERY, SAGAS, INFRA);

    @ArchTest
    static final ArchRule theContractDependsOnNoModule = noDependency(API, COMMAND, QUERY, SAGAS, INFRA);

    @ArchTest
    static final ArchRule commandsDependOnTheContractOnly = noDependency(COMMAND, QUERY, SAGAS, INFRA);

    @ArchTest
    static final ArchRule queriesDependOnTheContractOnly = noDependency(QUERY, COMMAND, SAGAS, INFRA);

    @ArchTest
    static final ArchRule sagasDependOnTheContractOnly = noDependency(SAGAS, COMMAND, QUERY, INFRA);

    @ArchTest
    static final ArchRule theContractNeedsNoFramework = noDependency(API, SPRING, AXON);

    @ArchTest
    static final ArchRule theContractKnowsNoSql = noDependency(API, SQL);

    @ArchTest
    static final ArchRule commandsKnowNoSql = noDependency(COMMAND, SQL);

    @ArchTest
    static final ArchRule sagasKnowNoSql = noDependency(SAGAS, SQL);

    @ArchTest
    static final ArchRule springIsInTheApplicationOnly = noClasses()
            .that()
            .resideInAnyPackage(COMMAND, QUERY, SAGAS)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(SPRING)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule packagesAreNamedAfterTheDomain = noClasses()
            .should()
            .resideInAnyPackage(
                    "..service..",
                    "..services..",
                    "..repository..",
                    "..repositories..",
                    "..controller..",
                    "..controllers..",
                    "..dto..",
                    "..util..",
                    "..utils..",
                    "..impl..");

    private static ArchRule noDependency(String from, String... to) {
        return noClasses()
                .that()
                .resideInAPackage(from)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(to)
                .allowEmptyShould(true);
    }
}
