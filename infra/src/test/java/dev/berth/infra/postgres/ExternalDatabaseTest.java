package dev.berth.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator's own database, played by the embedded one, and who may write to it. */
class ExternalDatabaseTest {

    private static final Duration NOT_LONG = Duration.ofMillis(100);

    @TempDir
    static Path folder;

    private static DataDirectory directory;
    private static EmbeddedPostgresServer server;

    private final BlockingQueue<String> lost = new LinkedBlockingQueue<>();

    @BeforeAll
    static void start() {
        directory = DataDirectory.open(TestPrograms.in(folder.resolve("data")));
        server = EmbeddedPostgresServer.start(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
        directory.close();
    }

    @Test
    void isForOneProcessAtATime() throws Exception {
        try (Database first = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(StartupRefused.class)
                    .hasMessage("The database at BERTH_DB_URL is in use by another Berth process on 127.0.0.1;"
                            + " stop that one first.");
            assertThat(first.availability().isUp()).isTrue();
        }
        open().close();
    }

    @Test
    void isWaitedForWhileAnotherProcessLetsGo() throws Exception {
        Database first = open();
        Thread.ofVirtual().start(first::close);
        ExternalDatabase.open(server.settings(), Duration.ofSeconds(10), lost::add)
                .close();
    }

    @Test
    void isUsedAgainAfterItsSessionsWereCut() throws Exception {
        try (Database database = open();
                HikariDataSource pool = PostgresConfiguration.pool(database, 5)) {
            BlockingQueue<Boolean> changes = new LinkedBlockingQueue<>();
            database.availability().addListener(changes::add);
            execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'berth-writer'");

            assertThat(changes.poll(20, TimeUnit.SECONDS)).isFalse();
            assertThat(changes.poll(20, TimeUnit.SECONDS)).isTrue();
            assertWorks(pool);
            assertThat(lost).isEmpty();
        }
    }

    @Test
    void isLeftToAnotherProcessThatTookItMeanwhile() throws Exception {
        try (Database database = open();
                HikariDataSource pool = PostgresConfiguration.pool(database, 5)) {
            try (Connection working = pool.getConnection();
                    Statement statement = working.createStatement()) {
                statement.execute("SELECT 1");
                // The end of the session is what a network failure looks like from the server.
                execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                        + " WHERE application_name = 'berth-writer'");
                try (WriterLock other = WriterLock.tryTake(server.settings()).orElseThrow()) {
                    other.check("SELECT 1");

                    assertThatThrownBy(() -> statement.execute("SELECT 1")).isInstanceOf(SQLException.class);
                    try (Connection late = server.settings().connect("test")) {
                        assertThatThrownBy(() -> ((ExternalDatabase) database).admit(late))
                                .isInstanceOf(SQLException.class)
                                .hasMessageContaining("writer lock");
                    }
                    assertThat(lost.poll(20, TimeUnit.SECONDS))
                            .isEqualTo(
                                    "Another Berth process on 127.0.0.1 has taken the database over; this one ends.");
                    assertThat(database.availability().isUp()).isFalse();
                }
            }
        }
    }

    @Test
    void takesTheTwoSpellingsOfItsAddress() throws Exception {
        String url = server.settings().url();
        String tool = url.replace(
                "jdbc:postgresql://", "postgres://berth:" + server.settings().password() + "@");
        new DatabaseSettings(tool, null, null).connect("test").close();
        assertThat(new DatabaseSettings(tool, null, null).toString())
                .doesNotContain(server.settings().password());
        assertThatThrownBy(() -> new DatabaseSettings("mysql://x", null, null))
                .isInstanceOf(StartupRefused.class)
                .hasMessageContaining("BERTH_DB_URL");
    }

    @Test
    void isRefusedInOneSentenceWhereItCanNotBeReached() {
        DatabaseSettings nowhere = new DatabaseSettings("jdbc:postgresql://127.0.0.1:1/berth", "berth", "x");
        assertThatThrownBy(() -> ExternalDatabase.open(nowhere, NOT_LONG, lost::add))
                .isInstanceOf(StartupRefused.class)
                .hasMessageStartingWith("The database at BERTH_DB_URL can't be used: ");
    }

    @Test
    void isRefusedWhereItAcknowledgesBeforeItHasWritten() throws Exception {
        execute("ALTER DATABASE berth SET synchronous_commit = off");
        try {
            assertThatThrownBy(this::open)
                    .isInstanceOf(StartupRefused.class)
                    .hasMessageContaining("synchronous_commit = off");
        } finally {
            execute("ALTER DATABASE berth RESET synchronous_commit");
        }
    }

    @Test
    void isFilledByARestoreOnlyIfItIsEmpty() throws Exception {
        MigrationSet set =
                new MigrationSet("flyway_schema_history", List.of("classpath:dev/berth/infra/postgres/migration"));
        List<MigrationSet> migrations = List.of(set);
        BackupTables.migrate(
                server.settings(),
                migrations,
                List.of(new BackupManifest.Migration(set.history(), "2", "V2__generation.sql", checksum(set))));
        Path backup = folder.resolve("backup");
        Backup.write(server.settings(), directory.root(), backup, java.time.Instant.EPOCH);
        Path restored = folder.resolve("restored");
        assertThatThrownBy(() ->
                        Restore.read(backup, restored, Optional.of(server.settings()), migrations, connection -> {}))
                .isInstanceOf(StartupRefused.class)
                .hasMessageContaining("BERTH_DB_URL is not empty");

        execute("DROP SCHEMA public CASCADE");
        execute("CREATE SCHEMA public");
        DurableFiles.deleteTree(restored);
        Restore.read(backup, restored, Optional.of(server.settings()), migrations, connection -> {});
        execute("DO $$ BEGIN ASSERT (SELECT count(*) = 10 FROM account); END $$");
        DataDirectory.open(restored).close();
    }

    private static int checksum(MigrationSet set) {
        return java.util.Arrays.stream(set.on(server.settings().unlimited("test"))
                        .load()
                        .info()
                        .all())
                .filter(migration -> migration.getScript().equals("V2__generation.sql"))
                .findAny()
                .orElseThrow()
                .getChecksum();
    }

    private Database open() {
        return ExternalDatabase.open(server.settings(), NOT_LONG, lost::add);
    }

    private static void assertWorks(HikariDataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            assertThat(statement.execute("SELECT 1")).isTrue();
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = server.settings().connect("test");
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
