package dev.berth.infra.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder, its lock and its keys. */
class DataDirectoryTest {

    @TempDir
    Path folder;

    @Test
    void isTheOwnersAlone() throws IOException {
        try (DataDirectory directory = DataDirectory.open(folder.resolve("a/b"))) {
            directory.operatorToken();

            assertThat(mode(directory.root())).isEqualTo("rwx------");
            for (String secret : new String[] {"operator-token", "master.key", "deployment.key", "berth.lock"}) {
                assertThat(mode(directory.root().resolve(secret))).isEqualTo("rw-------");
            }
        }
    }

    @Test
    void closesAFolderThatOthersCouldRead() throws IOException {
        Path open = Files.createDirectory(
                folder.resolve("open"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        DataDirectory.open(open).close();
        assertThat(mode(open)).isEqualTo("rwx------");
    }

    @Test
    void keepsItsKeys() {
        Path data = folder.resolve("data");
        byte[] master;
        byte[] deployment;
        String token;
        try (DataDirectory first = DataDirectory.open(data)) {
            master = first.masterKey();
            deployment = first.deploymentKey();
            token = first.operatorToken();
        }
        try (DataDirectory second = DataDirectory.open(data)) {
            assertThat(second.masterKey()).isEqualTo(master).hasSize(32).isNotEqualTo(deployment);
            assertThat(second.deploymentKey()).isEqualTo(deployment).hasSize(32);
            assertThat(second.operatorToken()).isEqualTo(token).hasSizeGreaterThan(40);
        }
    }

    @Test
    void makesNoOperatorTokenUnlessAskedFor() {
        try (DataDirectory directory = DataDirectory.open(folder.resolve("data"))) {
            assertThat(directory.operatorTokenFile()).doesNotExist();
        }
    }

    @Test
    void neverReplacesALostKey() throws IOException {
        Path data = folder.resolve("data");
        DataDirectory.open(data).close();
        Files.delete(data.resolve("master.key"));

        assertThatThrownBy(() -> DataDirectory.open(data))
                .isInstanceOf(StartupRefused.class)
                .hasMessageContaining("master.key is missing");
        assertThat(data.resolve("master.key")).doesNotExist();
    }

    @Test
    void goesOnWhereAFirstStartWasInterrupted() throws IOException {
        Path data = folder.resolve("data");
        DataDirectory.open(data).close();
        byte[] made = Files.readAllBytes(data.resolve("master.key"));
        Files.delete(data.resolve("format"));
        Files.delete(data.resolve("deployment.key"));

        DataDirectory.open(data).close();

        assertThat(data.resolve("master.key")).hasBinaryContent(made);
        assertThat(data.resolve("deployment.key")).exists();
    }

    @Test
    void touchesNoFolderOfSomethingElse() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("letter.txt"), "Dear");
        String before = mode(other);

        assertThatThrownBy(() -> DataDirectory.open(other))
                .isInstanceOf(StartupRefused.class)
                .hasMessageContaining("not empty and was not made by Berth");
        assertThat(mode(other)).isEqualTo(before);
        assertThat(Files.list(other)).hasSize(1);
    }

    @Test
    void isOpenOnceInAProcess() {
        Path data = folder.resolve("data");
        DataDirectory first = DataDirectory.open(data);
        assertThatThrownBy(() -> DataDirectory.open(data)).isInstanceOf(StartupRefused.class);
        first.close();
        DataDirectory.open(data).close();
    }

    @Test
    void isOpenInOneProcessAtATimeAndFreeWhenThatIsKilled() throws Exception {
        Path data = folder.resolve("data");
        try (ServerProcess holder = ServerProcess.start(data, "lock")) {
            holder.ready();
            assertThatThrownBy(() -> DataDirectory.open(data))
                    .isInstanceOf(StartupRefused.class)
                    .hasMessageMatching("The data directory .* is in use by another process \\(pid \\d+\\); .*\\.");
            holder.kill();
            DataDirectory.open(data).close();
        }
    }

    @Test
    void isMadeByOneOfTwoProcessesThatStartTogether() throws Exception {
        Path data = folder.resolve("data");
        try (ServerProcess one = ServerProcess.start(data, "lock");
                ServerProcess two = ServerProcess.start(data, "lock")) {
            String[] answers = {one.answer(), two.answer()};
            assertThat(answers)
                    .filteredOn(answer -> answer.startsWith("ready "))
                    .hasSize(1);
            assertThat(answers)
                    .filteredOn(answer -> answer.contains("is in use by another process"))
                    .hasSize(1);
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}
