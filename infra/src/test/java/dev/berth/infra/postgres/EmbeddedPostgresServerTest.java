package dev.berth.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The embedded server's life, on a real one that the tests share: each leaves it running. */
class EmbeddedPostgresServerTest {

    @TempDir
    static Path folder;

    private static DataDirectory directory;
    private static EmbeddedPostgresServer server;

    @BeforeAll
    static void start() {
        directory = DataDirectory.open(folder.resolve("data"));
        server = EmbeddedPostgresServer.start(directory);
    }

    @AfterAll
    static void stop() {
        server.close();
        directory.close();
    }

    @Test
    void isDurableInTheApplicationsOwnSessions() throws SQLException {
        assertThat(show("fsync")).isEqualTo("on");
        assertThat(show("synchronous_commit")).isEqualTo("on");
        assertThat(show("full_page_writes")).isEqualTo("on");
        assertThat(show("data_checksums")).isEqualTo("on");
        assertThat(show("server_version_num")).startsWith("18");
    }

    @Test
    void limitsTheApplicationsTransactionsOnTheServer() throws SQLException {
        assertThat(show("transaction_timeout")).isEqualTo("20s");
        assertThat(show("statement_timeout")).isEqualTo("15s");
        assertThat(show("idle_in_transaction_session_timeout")).isEqualTo("10s");
        assertThat(SessionLimits.TRANSACTION.multipliedBy(3)).isLessThanOrEqualTo(java.time.Duration.ofSeconds(60));
    }

    @Test
    void listensOnTheLoopbackOnlyAndKeepsNothingOutsideOfTheDataDirectory() throws Exception {
        assertThat(show("listen_addresses")).isEqualTo("127.0.0.1");
        String port = show("port");
        assertThat(Path.of("/tmp/.s.PGSQL." + port)).doesNotExist();
        assertThat(directory.postgres().resolve("database/.s.PGSQL." + port)).doesNotExist();
        Path programs = directory.postgres().resolve("programs");
        assertThat(Files.list(programs))
                .singleElement()
                .satisfies(home -> assertThat(home.resolve("bin/postgres")).isExecutable());
        for (String secret : List.of("password", "superuser-password")) {
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(directory.postgres().resolve(secret))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void refusesAWrongPassword() {
        DatabaseSettings wrong = new DatabaseSettings(server.settings().url(), "berth", "wrong");
        assertThatThrownBy(() -> wrong.connect("test"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("password");
    }

    @Test
    void comesBackOnTheSamePortWhenItsProcessIsKilled() throws Exception {
        var changes = new LinkedBlockingQueue<Boolean>();
        server.availability().addListener(changes::add);
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE kept (n int)");
            statement.execute("INSERT INTO kept VALUES (42)");
        }
        ProcessHandle killed = server.postmaster();

        killed.destroyForcibly();

        assertThat(changes.poll(20, TimeUnit.SECONDS)).isFalse();
        assertThat(changes.poll(20, TimeUnit.SECONDS)).isTrue();
        assertThat(server.postmaster().pid()).isNotEqualTo(killed.pid());
        try (Connection connection = connection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT n FROM kept")) {
            row.next();
            assertThat(row.getInt(1)).isEqualTo(42);
        }
    }

    @Test
    void isDownWhileItDoesNotAnswerAndIsNotStartedTwice() throws Exception {
        ProcessHandle before = server.postmaster();
        var changes = new LinkedBlockingQueue<Boolean>();
        server.availability().addListener(changes::add);
        signal("-STOP");
        try {
            assertThat(changes.poll(20, TimeUnit.SECONDS)).isFalse();
        } finally {
            signal("-CONT");
        }
        assertThat(changes.poll(20, TimeUnit.SECONDS)).isTrue();
        assertThat(server.postmaster()).isEqualTo(before);
    }

    private static void signal(String signal) throws Exception {
        Path database = directory.postgres().resolve("database");
        for (ProcessHandle process : new PostmasterFile(database).processes()) {
            new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
    }

    @Test
    void endsATransactionThatOutlivesItsLimit() throws SQLException {
        try (Connection connection = connection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET transaction_timeout = 50");
            connection.setAutoCommit(false);
            assertThatThrownBy(() -> statement.execute("SELECT pg_sleep(10)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("transaction timeout");
        }
    }

    private static Connection connection() throws SQLException {
        return new EmbeddedDatabase(server).connections().getConnection();
    }

    private static String show(String setting) throws SQLException {
        try (Connection connection = connection()) {
            return DatabaseChecks.show(connection, setting);
        }
    }
}
