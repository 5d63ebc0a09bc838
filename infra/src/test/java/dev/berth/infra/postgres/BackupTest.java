package dev.berth.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of one running server, and what becomes of them. */
class BackupTest {

    private static final String MIGRATIONS = "classpath:dev/berth/infra/postgres/migration";
    private static final List<MigrationSet> SETS =
            List.of(new MigrationSet("flyway_schema_history", List.of(MIGRATIONS)));
    private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
    private static final long TOTAL = 1_000;

    @TempDir
    static Path folder;

    private static DataDirectory directory;
    private static EmbeddedPostgresServer server;
    private static Path backup;
    private static List<List<String>> saved;

    @BeforeAll
    static void start() throws Exception {
        directory = DataDirectory.open(TestPrograms.in(folder.resolve("data")));
        server = EmbeddedPostgresServer.start(directory);
        Flyway.configure()
                .dataSource(server.settings().unlimited("test"))
                .locations(MIGRATIONS)
                .load()
                .migrate();
        try (Connection connection = server.settings().connect("test");
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE account SET balance = " + TOTAL / 10);
            statement.execute("DELETE FROM account WHERE id = 10");
            statement.execute("UPDATE account SET balance = balance * 2 WHERE id = 9");
            statement.execute(
                    "INSERT INTO \"aa Transfer\" (source, note, detail, raw) VALUES (1, E'tab\\there \\\\ and\\n"
                            + "there, ümlaut', '{\"a\": [1, null]}', '\\x00ff5c'), (2, NULL, NULL, NULL)");
        }
        directory.operatorToken();
        Files.createDirectories(directory.simulator().resolve("vms"));
        Path state = directory.simulator().resolve("vms/log");
        Files.writeString(state, "made vm-1\n");
        Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rw-r-----"));
        backup = folder.resolve("backup");
        Backup.write(server.settings(), directory.root(), backup, NOW);
        saved = contents(server);
    }

    @AfterAll
    static void stop() {
        server.close();
        directory.close();
    }

    @Test
    void restoresRowsPositionsKeysAndState() throws Exception {
        Path data = folder.resolve("restored");

        Restore.Summary summary = Restore.read(backup, data, Optional.empty(), SETS, connection -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("UPDATE store SET generation = 'second'");
            }
        });

        assertThat(summary.tables()).isEqualTo(3);
        assertThat(run("backup", folder.resolve("of-stopped").toString(), "--berth.data-dir=" + data))
                .isEqualTo("0: Backup written to " + folder.resolve("of-stopped") + ": " + summary.rows()
                        + " rows of 3 tables, " + summary.files() + " files.\n");
        try (DataDirectory restored = DataDirectory.open(data);
                EmbeddedPostgresServer other = EmbeddedPostgresServer.start(restored);
                Connection after = other.settings().connect("test")) {
            assertThat(contents(other)).isEqualTo(saved);
            assertThat(rows(after, "SELECT generation FROM store")).containsExactly("second");
            assertThat(rows(after, "SELECT nextval('unused')")).containsExactly("7");
            assertThat(rows(after, "INSERT INTO \"aa Transfer\" (source) VALUES (1) RETURNING id"))
                    .containsExactly("3");
            assertThat(restored.masterKey()).isEqualTo(directory.masterKey());
            assertThat(restored.deploymentKey()).isEqualTo(directory.deploymentKey());
            assertThat(restored.operatorToken()).isEqualTo(directory.operatorToken());
            Path state = restored.simulator().resolve("vms/log");
            assertThat(state).hasContent("made vm-1\n");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
                    .isEqualTo("rw-r-----");
            assertThat(PosixFilePermissions.toString(
                            Files.getPosixFilePermissions(restored.root().resolve("master.key"))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void isOneMomentOfADatabaseThatIsBeingWritten() throws Exception {
        AtomicBoolean go = new AtomicBoolean(true);
        CountDownLatch writing = new CountDownLatch(2);
        ExecutorService writers = Executors.newFixedThreadPool(2);
        try {
            List<Future<Integer>> done = new ArrayList<>();
            for (int writer = 0; writer < 2; writer++) {
                done.add(writers.submit(() -> transferUntilStopped(go, writing)));
            }
            writing.await();
            Path during = folder.resolve("during");
            Backup.write(server.settings(), directory.root(), during, NOW);
            go.set(false);
            for (Future<Integer> each : done) {
                assertThat(each.get()).isPositive();
            }

            BackupManifest manifest = BackupManifest.verified(during);
            long sum = BackupReading.lines(during, manifest, "account").stream()
                    .mapToLong(line -> Long.parseLong(line.split("\t")[1]))
                    .sum();
            assertThat(sum).isEqualTo(TOTAL);
        } finally {
            go.set(false);
            writers.shutdownNow();
        }
    }

    @Test
    void refusesABackupOfWhichAnyFileWasChanged() throws Exception {
        for (Path file : Files.walk(backup).filter(Files::isRegularFile).toList()) {
            Path copy = copyOfBackup();
            Path changed = copy.resolve(backup.relativize(file).toString());
            byte[] bytes = Files.readAllBytes(changed);
            bytes[bytes.length / 2] ^= 1;
            Files.write(changed, bytes);
            assertRefused(copy);
            Files.delete(changed);
            assertRefused(copy);
        }
    }

    @Test
    void leavesNothingToRestoreWhenItIsInterrupted() throws Exception {
        Path copy = copyOfBackup();
        Path partial = copy.resolveSibling("." + copy.getFileName() + ".partial");
        Files.move(copy, partial);
        assertThatThrownBy(() -> BackupManifest.verified(partial)).isInstanceOf(StartupRefused.class);

        try (Connection blocker = server.settings().connect("test");
                Statement statement = blocker.createStatement()) {
            statement.execute("ALTER DATABASE berth SET lock_timeout = 100");
            blocker.setAutoCommit(false);
            statement.execute("LOCK TABLE store IN ACCESS EXCLUSIVE MODE");
            Path target = folder.resolve("fails");
            assertThatThrownBy(() -> Backup.write(server.settings(), directory.root(), target, NOW))
                    .isInstanceOf(SQLException.class);
            assertThat(target).doesNotExist();
            assertThat(folder.resolve(".fails.partial")).doesNotExist();
            blocker.rollback();
            blocker.setAutoCommit(true);
            statement.execute("ALTER DATABASE berth RESET lock_timeout");
        }
    }

    @Test
    void writesIntoNoFolderThatHasSomething() throws IOException {
        Path taken = Files.createDirectory(folder.resolve("taken"));
        Files.writeString(taken.resolve("x"), "x");
        assertThatThrownBy(() -> Backup.write(server.settings(), directory.root(), taken, NOW))
                .isInstanceOf(StartupRefused.class);
        assertThatThrownBy(() -> Backup.write(
                        server.settings(), directory.root(), directory.root().resolve("b"), NOW))
                .isInstanceOf(StartupRefused.class);
    }

    @Test
    void restoresIntoNoFolderThatHasSomething() {
        assertThatThrownBy(() -> Restore.read(backup, directory.root(), Optional.empty(), SETS, connection -> {}))
                .isInstanceOf(StartupRefused.class)
                .hasMessageContaining("is not empty");
    }

    @Test
    void startsNoServerWhereARestoreWasInterrupted() {
        Path data = folder.resolve("interrupted");
        assertThatThrownBy(() -> Restore.read(backup, data, Optional.empty(), SETS, connection -> {
                    throw new SQLException("interrupted here");
                }))
                .hasMessage("interrupted here");
        assertThatThrownBy(() -> DataDirectory.open(data))
                .isInstanceOf(StartupRefused.class)
                .hasMessageContaining("was interrupted");
    }

    @Test
    void restoresNoSchemaThatItCanNotMake() {
        assertThatThrownBy(() -> Restore.read(
                        backup,
                        folder.resolve("other-schema"),
                        Optional.empty(),
                        List.of(new MigrationSet("flyway_schema_history", List.of("classpath:db/none"))),
                        connection -> {}))
                .isInstanceOf(StartupRefused.class)
                .hasMessageContaining("which this one does not have");
    }

    @Test
    void isACommandThatFindsTheRunningServer() {
        String[] arguments = {"backup", folder.resolve("by-command").toString(), "--berth.data-dir=" + directory.root()
        };

        assertThat(run(arguments)).startsWith("0: Backup written to ").hasLineCount(1);
        assertThat(run(arguments))
                .startsWith("1: The folder ")
                .contains("is not empty")
                .hasLineCount(1);
        assertThat(run("backup")).startsWith("2: Usage: ").hasLineCount(1);
    }

    /** The exit code and what was printed. */
    private static String run(String... arguments) {
        var printed = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        int code = new BackupCommand(stream, stream, SETS, connection -> {}).run(Clock.systemUTC(), arguments);
        return code + ": " + printed.toString(StandardCharsets.UTF_8);
    }

    private static int transferUntilStopped(AtomicBoolean go, CountDownLatch writing) throws SQLException {
        int count = 0;
        try (Connection connection = server.settings().connect("test");
                PreparedStatement move =
                        connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?")) {
            connection.setAutoCommit(false);
            while (go.get()) {
                for (int side = 0; side < 2; side++) {
                    move.setLong(1, side == 0 ? -1 : 1);
                    move.setInt(2, 1 + side);
                    move.execute();
                }
                connection.commit();
                if (count++ == 0) {
                    writing.countDown();
                }
            }
        }
        return count;
    }

    private static void assertRefused(Path copy) {
        Path data = folder.resolve("refused");
        assertThatThrownBy(() -> Restore.read(copy, data, Optional.empty(), SETS, connection -> {}))
                .isInstanceOf(StartupRefused.class);
        assertThat(data).doesNotExist();
    }

    private static Path copyOfBackup() throws IOException {
        Path copy = Files.createTempDirectory(folder, "copy");
        for (Path file : Files.walk(backup).toList()) {
            Path to = copy.resolve(backup.relativize(file).toString());
            if (!Files.exists(to)) {
                Files.copy(file, to);
            }
        }
        return copy;
    }

    private static List<List<String>> contents(EmbeddedPostgresServer server) throws SQLException {
        try (Connection connection = server.settings().connect("test")) {
            return List.of(
                    rows(connection, "SELECT * FROM account ORDER BY id"),
                    rows(connection, "SELECT * FROM \"aa Transfer\" ORDER BY id"));
        }
    }

    private static List<String> rows(Connection connection, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
                    row.add(String.valueOf(result.getString(column)));
                }
                rows.add(String.join("|", row));
            }
        }
        return rows;
    }
}
