package dev.berth.infra.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.sagas.node.HostDriver;
import dev.berth.sagas.node.HostException;
import dev.berth.sagas.node.HostRef;
import dev.berth.sagas.node.HostUnreachable;
import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.OutcomeUnknown;
import dev.berth.sagas.node.StaleFence;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on a daemon in a process of its own, and what a kill of that process leaves. */
class SimulatedHostProcessTest extends HostDriverContract {

    @TempDir
    private static Path shared;

    private static SimulatedHostProcess process;
    private static Simulator simulator;

    private final HostRef host = Simulator.newHost();

    @BeforeAll
    static void start() {
        process = SimulatedHostProcess.start(shared, 20);
        simulator = new Simulator(process.uri());
    }

    @AfterAll
    static void stop() {
        simulator.close();
        process.close();
    }

    @Override
    HostDriver driver() {
        return simulator.driver();
    }

    @Override
    HostRef host() {
        return host;
    }

    @Test
    void killedWhileItProvisionsItKeepsAllThatItAnswered(@TempDir Path directory) {
        int calls = 400;
        Set<String> answered = ConcurrentHashMap.newKeySet();
        Set<String> unknown = ConcurrentHashMap.newKeySet();
        Set<String> never = ConcurrentHashMap.newKeySet();
        try (SimulatedHostProcess first = SimulatedHostProcess.start(directory, 0);
                Simulator before = new Simulator(first.uri())) {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                java.util.concurrent.Semaphore some = new java.util.concurrent.Semaphore(16);
                for (int i = 0; i < calls; i++) {
                    String id = "inst_" + i;
                    threads.execute(() -> {
                        some.acquireUninterruptibly();
                        try {
                            before.driver().provision(host, spec(id, true), 1, SOON);
                            answered.add(id);
                        } catch (OutcomeUnknown e) {
                            unknown.add(id);
                        } catch (HostUnreachable e) {
                            never.add(id);
                        } finally {
                            some.release();
                        }
                    });
                }
                Simulator.eventually(() -> answered.size() >= 50);
                first.kill();
            }
        }
        assertThat(answered).hasSizeLessThan(calls);
        assertThat(answered.size() + unknown.size() + never.size()).isEqualTo(calls);

        try (SimulatedHostProcess second = SimulatedHostProcess.start(directory, 0);
                Simulator after = new Simulator(second.uri())) {
            List<String> kept = after.driver().list(host, SOON).stream()
                    .map(Machine::instanceId)
                    .toList();
            assertThat(kept).doesNotHaveDuplicates().containsAll(answered).doesNotContainAnyElementsOf(never);

            for (int i = 0; i < calls; i++) {
                assertThat(after.driver()
                                .provision(host, spec("inst_" + i, true), 2, SOON)
                                .running())
                        .isTrue();
            }
            assertThat(after.driver().list(host, SOON)).hasSize(calls);
            assertThat(after.carriedOut(host, "provision")).isEqualTo(calls);
        }
    }

    @Test
    void killedWhileAMachineBootsItFinishesTheBoot(@TempDir Path directory) {
        try (SimulatedHostProcess first = SimulatedHostProcess.start(directory, 600_000);
                Simulator before = new Simulator(first.uri());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> {
                try {
                    before.driver().provision(host, spec("inst_a", true), 1, SOON);
                } catch (HostException e) {
                    // It is killed before it can answer.
                }
            });
            Simulator.eventually(() -> before.machines(host).equals(List.of("inst_a stopped")));
            first.kill();
        }
        try (SimulatedHostProcess second = SimulatedHostProcess.start(directory, 30);
                Simulator after = new Simulator(second.uri())) {
            Simulator.eventually(() -> after.machines(host).equals(List.of("inst_a running")));
            assertThat(after.carriedOut(host, "provision", "inst_a")).isEqualTo(1);
        }
    }

    @Test
    void tombstonesAndFencesOutliveAKill(@TempDir Path directory) {
        try (SimulatedHostProcess first = SimulatedHostProcess.start(directory, 0);
                Simulator before = new Simulator(first.uri())) {
            before.driver().provision(host, spec("inst_a", true), 4, SOON);
            before.driver().destroy(host, "inst_a", 5, SOON);
            before.driver().provision(host, spec("inst_b", true), 4, SOON);
            first.kill();
        }
        try (SimulatedHostProcess second = SimulatedHostProcess.start(directory, 0);
                Simulator after = new Simulator(second.uri())) {
            assertThatThrownBy(() -> after.driver().provision(host, spec("inst_a", true), 4, SOON))
                    .isInstanceOf(StaleFence.class);
            assertThatThrownBy(() -> after.driver().destroy(host, "inst_b", 3, SOON))
                    .isInstanceOf(StaleFence.class);
            assertThat(after.machines(host)).containsExactly("inst_b running");
            assertThat(after.carriedOut(host, "destroy", "inst_a")).isEqualTo(1);
        }
    }
}
