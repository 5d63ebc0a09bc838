import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.jooq.Constants;
import org.jooq.codegen.GenerationTool;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.ForcedType;
import org.jooq.meta.jaxb.Generate;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Logging;
import org.jooq.meta.jaxb.Target;

/**
 * Writes the jOOQ classes of the read tables: migrates an empty PostgreSQL as the application would, and looks at what
 * came of it. Run by the pom before it compiles; does nothing while the migrations are the same as the last time.
 */
class GenerateTables {

    public static void main(String[] args) throws Exception {
        Logger.getLogger("").setLevel(Level.WARNING);
        var migrations = Path.of(args[0]);
        var output = Path.of(args[1]);
        var made = output.resolve("made-from.txt");
        var from = fingerprint(migrations, Path.of(args[2]));
        if (Files.exists(made) && Files.readString(made).equals(from)) {
            return;
        }
        delete(output);
        try (var postgres = EmbeddedPostgres.start()) {
            Flyway.configure()
                    .dataSource(postgres.getPostgresDatabase())
                    .locations("filesystem:" + migrations)
                    .load()
                    .migrate();
            generate(postgres.getJdbcUrl("postgres", "postgres"), output);
        }
        Files.writeString(made, from);
    }

    private static void generate(String url, Path output) throws Exception {
        GenerationTool.generate(new Configuration()
                .withLogging(Logging.WARN)
                .withJdbc(new Jdbc().withUrl(url))
                .withGenerator(new Generator()
                        .withDatabase(new Database()
                                .withName("org.jooq.meta.postgres.PostgresDatabase")
                                .withInputSchema("public")
                                // The schema is the connection's to choose.
                                .withOutputSchemaToDefault(true)
                                .withExcludes("flyway_.*")
                                .withForcedTypes(new ForcedType()
                                        .withName("INSTANT")
                                        .withIncludeTypes("(?i:timestamp\\ with\\ time\\ zone|timestamptz)")))
                        .withGenerate(new Generate()
                                .withRecords(true)
                                .withPojos(false)
                                .withDaos(false)
                                .withComments(false)
                                .withGlobalObjectReferences(true)
                                .withGlobalRoutineReferences(false))
                        .withTarget(new Target()
                                .withPackageName("dev.berth.query.jooq")
                                .withDirectory(output.toString()))));
    }

    private static String fingerprint(Path... sources) throws Exception {
        var digest = MessageDigest.getInstance("SHA-256");
        digest.update(Constants.FULL_VERSION.getBytes());
        for (var source : sources) {
            for (var file : files(source)) {
                digest.update(file.toString().getBytes());
                digest.update(Files.readAllBytes(file));
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static List<Path> files(Path root) throws IOException {
        try (Stream<Path> tree = Files.walk(root)) {
            return tree.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void delete(Path root) throws IOException {
        if (Files.exists(root)) {
            try (Stream<Path> tree = Files.walk(root)) {
                for (var path : tree.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
