package dev.berth.infra.store;

import dev.berth.infra.postgres.MigrationSet;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** The migrations of the tables, each group with a history of its own, so that the modules number theirs by themselves. */
public final class Migrations {
    private static final List<String> GROUPS = List.of("store", "query");

    private Migrations() {}

    /** All of them, in the order in which they run. */
    public static List<MigrationSet> all() {
        return GROUPS.stream().map(Migrations::set).toList();
    }

    private static MigrationSet set(String group) {
        return new MigrationSet("flyway_" + group + "_history", List.of("classpath:db/migration/" + group));
    }

    /** Those under {@code db/migration/<group>}. */
    static Flyway of(String group, DataSource source) {
        return set(group).on(source).failOnMissingLocations(false).load();
    }
}
