package dev.berth.infra.host;

import static dev.berth.infra.host.HostDriverContract.SOON;
import static dev.berth.infra.host.HostDriverContract.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.sagas.node.HostRef;
import dev.berth.sagas.node.Machine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many machines at once. */
class SimulatedHostLoadTest {

    private static final int MACHINES = 1000;

    @TempDir
    private Path directory;

    @Test
    void aThousandMachinesBootAtTheSameTime() {
        HostRef host = Simulator.newHost();
        Duration boot = Duration.ofMillis(500);
        try (SimulatedHostDaemon daemon = SimulatedHostDaemon.start(directory, 0, boot);
                Simulator simulator = new Simulator(daemon.uri());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long begun = System.nanoTime();
            List<CompletableFuture<Machine>> calls = IntStream.range(0, MACHINES)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> simulator.driver().provision(host, spec("inst_" + i, true), 1, SOON), threads))
                    .toList();
            assertThat(calls)
                    .allSatisfy(call -> assertThat(call.join().running()).isTrue());
            Duration took = Duration.ofNanos(System.nanoTime() - begun);

            assertThat(simulator.driver().list(host, SOON)).hasSize(MACHINES);
            assertThat(simulator.carriedOut(host, "provision")).isEqualTo(MACHINES);
            // One after the other they would take 500 s; a thread each would show here as well.
            assertThat(took).isBetween(boot, Duration.ofSeconds(30));
        }
    }
}
