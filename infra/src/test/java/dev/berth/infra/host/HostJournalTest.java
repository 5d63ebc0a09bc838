package dev.berth.infra.host;

import static dev.berth.infra.host.HostDriverContract.SOON;
import static dev.berth.infra.host.HostDriverContract.spec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.sagas.node.HostFailed;
import dev.berth.sagas.node.HostRef;
import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.StaleFence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is on disk of a simulated host. */
class HostJournalTest {

    @TempDir
    private Path directory;

    private final HostRef host = Simulator.newHost();

    private void run(Consumer<Simulator> test) {
        try (SimulatedHostDaemon daemon = SimulatedHostDaemon.start(directory, 0, Duration.ZERO);
                Simulator simulator = new Simulator(daemon.uri())) {
            test.accept(simulator);
        }
    }

    private Path file() {
        return directory.resolve(host.nodeId()).resolve(SimulatedHost.FILE);
    }

    @Test
    void aRestartFindsEveryMachineAsItWas() {
        run(first -> {
            first.driver().provision(host, spec("inst_a", true), 1, SOON);
            first.driver().provision(host, spec("inst_b", false), 1, SOON);
            first.driver().resize(host, "inst_b", HostDriverContract.LARGE, 2, SOON);
            first.driver().provision(host, spec("inst_c", true), 1, SOON);
            first.driver().destroy(host, "inst_c", 2, SOON);
            first.driver().provision(host, spec("inst_d", true), 1, SOON);
            first.vanish(host, "inst_d");
        });

        run(second -> {
            assertThat(second.driver().list(host, SOON))
                    .containsExactlyInAnyOrder(
                            new Machine("inst_a", Machine.State.RUNNING, HostDriverContract.SMALL),
                            new Machine("inst_b", Machine.State.STOPPED, HostDriverContract.LARGE));
            assertThatThrownBy(() -> second.driver().provision(host, spec("inst_c", true), 2, SOON))
                    .isInstanceOf(StaleFence.class);
        });
    }

    @Test
    void anUnfinishedLastLineIsCutOff() throws IOException {
        run(first -> first.driver().provision(host, spec("inst_a", true), 1, SOON));
        Files.writeString(file(), "{\"id\":\"inst_b\",\"fen", StandardOpenOption.APPEND);

        run(second -> {
            assertThat(second.machines(host)).containsExactly("inst_a running");
            second.driver().provision(host, spec("inst_c", true), 1, SOON);
        });

        run(third -> assertThat(third.machines(host)).containsExactly("inst_a running", "inst_c running"));
    }

    @Test
    void otherDamageIsSaidAndNothingIsMadeOnTopOfIt() throws IOException {
        run(first -> first.driver().provision(host, spec("inst_a", true), 1, SOON));
        Files.writeString(file(), "nonsense\n", StandardOpenOption.APPEND);
        String damaged = Files.readString(file());

        run(second -> assertThatThrownBy(() -> second.driver().list(host, SOON)).isInstanceOf(HostFailed.class));

        assertThat(file()).hasContent(damaged);
    }

    @Test
    void userDataAndKeysAreNotKept() throws IOException {
        run(first -> first.driver().provision(host, spec("inst_a", true), 1, SOON));

        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile)
                            .map(HostJournalTest::text)
                            .collect(Collectors.joining()))
                    .contains("inst_a")
                    .doesNotContain("geheim")
                    .doesNotContain("ssh-ed25519");
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aJournalThatIsMostlyHistoryIsWrittenAnew() throws IOException {
        try (SimulatedHosts hosts =
                new SimulatedHosts(directory, Duration.ZERO, InstantSource.system(), Runnable::run)) {
            SimulatedHost simulated = hosts.host(host.nodeId());
            simulated.carryOut(HostCall.provision("inst_a", HostDriverContract.SMALL, false, 1));
            simulated.carryOut(HostCall.of(HostOperation.DESTROY, "inst_b", 7));
            for (int fence = 2; fence < 4200; fence++) {
                simulated.carryOut(HostCall.of(HostOperation.STOP, "inst_a", fence));
            }
        }
        assertThat(Files.readAllLines(file())).hasSizeLessThan(1000);

        run(second -> {
            assertThat(second.machines(host)).containsExactly("inst_a stopped");
            assertThatThrownBy(() -> second.driver().stop(host, "inst_a", 4198, SOON))
                    .isInstanceOf(StaleFence.class);
            assertThatThrownBy(() -> second.driver().provision(host, spec("inst_b", true), 7, SOON))
                    .isInstanceOf(StaleFence.class);
        });
    }

    @Test
    void aHostThatCouldNotStoreAChangeIsReadAgain() throws IOException {
        run(simulator -> {
            // A file where the host's directory should be: nothing can be stored.
            Path blocked = directory.resolve(host.nodeId());
            write(blocked);
            assertThatThrownBy(() -> simulator.driver().provision(host, spec("inst_a", true), 1, SOON))
                    .isInstanceOf(HostFailed.class);
            delete(blocked);

            assertThat(simulator.driver().list(host, SOON)).isEmpty();
            simulator.driver().provision(host, spec("inst_a", true), 1, SOON);
            assertThat(simulator.carriedOut(host, "provision")).isEqualTo(1);
        });
    }

    private static void write(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aSecondDaemonOnTheSameDirectoryIsRefused() {
        run(first -> assertThatThrownBy(() -> SimulatedHostDaemon.start(directory, 0, Duration.ZERO))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Another process"));
        run(next -> assertThat(next.machines(host)).isEqualTo(List.of()));
    }
}
