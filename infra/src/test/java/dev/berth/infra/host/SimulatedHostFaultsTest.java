package dev.berth.infra.host;

import static dev.berth.infra.host.HostDriverContract.SMALL;
import static dev.berth.infra.host.HostDriverContract.SOON;
import static dev.berth.infra.host.HostDriverContract.spec;
import static dev.berth.infra.host.Simulator.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.sagas.node.HostFailed;
import dev.berth.sagas.node.HostRef;
import dev.berth.sagas.node.HostRefused;
import dev.berth.sagas.node.HostUnreachable;
import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.OutcomeUnknown;
import dev.berth.sagas.node.StaleFence;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a host can do to its driver, and what can happen to a host behind everyone's back. */
class SimulatedHostFaultsTest {

    private static final Duration IMPATIENT = Duration.ofMillis(300);

    @TempDir
    private static Path directory;

    private static SimulatedHostDaemon daemon;
    private static Simulator simulator;
    private static SimulatedHostDriver driver;

    private final HostRef host = Simulator.newHost();

    @BeforeAll
    static void start() {
        daemon = SimulatedHostDaemon.start(directory, 0, Duration.ofMillis(5));
        simulator = new Simulator(daemon.uri());
        driver = simulator.driver();
    }

    @AfterAll
    static void stop() {
        simulator.close();
        daemon.close();
    }

    private Machine provision(long fence, Duration deadline) {
        return driver.provision(host, spec("inst_a", true), fence, deadline);
    }

    @Test
    void aFailedCallChangesNothingAndMayBeRepeated() {
        simulator.fault(host, "[{'op': 'provision', 'times': 2, 'effect': 'fail'}]");

        assertThatThrownBy(() -> provision(1, SOON)).isInstanceOf(HostFailed.class);
        assertThatThrownBy(() -> provision(2, SOON)).isInstanceOf(HostFailed.class);
        assertThat(simulator.machines(host)).isEmpty();
        assertThat(provision(3, SOON).running()).isTrue();
        assertThat(simulator.carriedOut(host, "provision")).isEqualTo(1);
    }

    @Test
    void aRefusalIsForGood() {
        simulator.fault(host, "{'op': 'provision', 'effect': 'refuse'}");

        assertThatThrownBy(() -> provision(1, SOON)).isInstanceOf(HostRefused.class);
        assertThat(simulator.machines(host)).isEmpty();
    }

    @Test
    void aDroppedAnswerLeavesTheOutcomeUnknownAndTheMachineMade() {
        simulator.fault(host, "{'op': 'provision', 'effect': 'dropAnswer'}");

        assertThatThrownBy(() -> provision(1, SOON)).isInstanceOf(OutcomeUnknown.class);
        assertThat(simulator.machines(host)).containsExactly("inst_a running");
        assertThat(provision(2, SOON).running()).isTrue();
        assertThat(simulator.carriedOut(host, "provision", "inst_a")).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"start", "stop", "resize", "destroy"})
    void everyChangingCallCanLoseItsAnswer(String operation) {
        driver.provision(host, spec("inst_a", operation.equals("stop")), 1, SOON);
        simulator.fault(host, "{'op': '%s', 'effect': 'dropAnswer'}".formatted(operation));

        assertThatThrownBy(() -> {
                    switch (operation) {
                        case "start" -> driver.start(host, "inst_a", 2, SOON);
                        case "stop" -> driver.stop(host, "inst_a", 2, SOON);
                        case "resize" -> driver.resize(host, "inst_a", HostDriverContract.LARGE, 2, SOON);
                        default -> driver.destroy(host, "inst_a", 2, SOON);
                    }
                })
                .isInstanceOf(OutcomeUnknown.class);
        assertThat(simulator.carriedOut(host, operation)).isEqualTo(1);
    }

    @Test
    void aHangingCallIsCarriedOutWhenTheFaultIsCleared() {
        simulator.fault(host, "{'op': 'provision', 'effect': 'hang'}");
        CompletableFuture<Machine> call = CompletableFuture.supplyAsync(() -> provision(1, SOON));
        eventually(() -> simulator.hanging(host) == 1);
        assertThat(simulator.machines(host)).isEmpty();

        simulator.clearFaults(host);

        assertThat(call.join().running()).isTrue();
    }

    @Test
    void aCallThatHungWhileItsMachineWasDestroyedChangesNothing() {
        simulator.fault(host, "{'op': 'provision', 'effect': 'hang'}");
        assertThatThrownBy(() -> provision(1, IMPATIENT)).isInstanceOf(OutcomeUnknown.class);
        driver.destroy(host, "inst_a", 2, SOON);

        simulator.clearFaults(host);

        driver.destroy(host, "inst_b", 1, SOON);
        assertThat(simulator.hanging(host)).isZero();
        assertThat(simulator.machines(host)).isEmpty();
        assertThat(simulator.carriedOut(host, "provision")).isZero();
    }

    @Test
    void aLateCallIsCarriedOutAfterItsCallerHasGone() {
        simulator.fault(host, "{'op': 'provision', 'effect': 'late', 'delayMs': 400}");

        assertThatThrownBy(() -> provision(1, Duration.ofMillis(50))).isInstanceOf(OutcomeUnknown.class);
        assertThat(simulator.machines(host)).isEmpty();
        eventually(() -> simulator.machines(host).equals(java.util.List.of("inst_a running")));
    }

    @Test
    void aLateCallIsAnsweredToOneWhoWaits() {
        simulator.fault(host, "{'op': 'provision', 'effect': 'late', 'delayMs': 50}");

        assertThat(provision(1, SOON).running()).isTrue();
    }

    @Test
    void aLateCallNeverUndoesWhatCameAfterIt() {
        simulator.fault(host, "{'op': 'provision', 'effect': 'late', 'delayMs': 100}");
        CompletableFuture<Machine> late = CompletableFuture.supplyAsync(() -> provision(1, SOON));
        eventually(() -> simulator
                .request("GET", "/_simulator/hosts/" + host.nodeId() + "/faults", "")
                .body()
                .contains("\"items\":[]"));
        driver.destroy(host, "inst_a", 2, SOON);

        assertThatThrownBy(late::join).hasCauseInstanceOf(StaleFence.class);
        assertThat(simulator.machines(host)).isEmpty();
    }

    @Test
    void readingCallsThatHangOrFailNeverLookLikeAnEmptyHost() {
        provision(1, SOON);
        simulator.fault(
                host,
                "[{'op': 'list', 'effect': 'hang'}, {'op': 'find', 'effect': 'hang'}, {'op': 'ping', 'effect': 'hang'},"
                        + " {'op': 'list', 'effect': 'dropAnswer', 'times': 10}]");

        assertThatThrownBy(() -> driver.list(host, IMPATIENT)).isInstanceOf(HostUnreachable.class);
        assertThatThrownBy(() -> driver.find(host, "inst_a", IMPATIENT)).isInstanceOf(HostUnreachable.class);
        assertThatThrownBy(() -> driver.ping(host, IMPATIENT)).isInstanceOf(HostUnreachable.class);
        assertThatThrownBy(() -> driver.list(host, SOON)).isInstanceOf(HostUnreachable.class);
        simulator.clearFaults(host);
        assertThat(driver.list(host, SOON)).hasSize(1);
    }

    @Test
    void noDaemonMeansUnreachableForEveryCall() {
        try (SimulatedHostDriver nowhere = new SimulatedHostDriver(() -> URI.create("http://127.0.0.1:1"))) {
            assertThatThrownBy(() -> nowhere.ping(host, SOON)).isInstanceOf(HostUnreachable.class);
            assertThatThrownBy(() -> nowhere.list(host, SOON)).isInstanceOf(HostUnreachable.class);
            assertThatThrownBy(() -> nowhere.provision(host, spec("inst_a", true), 1, SOON))
                    .isInstanceOf(HostUnreachable.class);
        }
    }

    @Test
    void aVanishedMachineIsGoneAndMayBeMadeAgainUnderTheSameFence() {
        provision(3, SOON);

        simulator.vanish(host, "inst_a");

        assertThat(driver.list(host, SOON)).isEmpty();
        assertThatThrownBy(() -> driver.start(host, "inst_a", 3, SOON)).isInstanceOf(HostRefused.class);
        assertThatThrownBy(() -> provision(2, SOON)).isInstanceOf(StaleFence.class);
        assertThat(provision(3, SOON).running()).isTrue();
        assertThat(simulator.carriedOut(host, "provision", "inst_a")).isEqualTo(2);
        assertThat(simulator.carriedOut(host, "destroy", "inst_a")).isZero();
    }

    @Test
    void aMachinePoweredOffBehindOurBackIsStopped() {
        provision(1, SOON);

        simulator.powerOff(host, "inst_a");

        assertThat(driver.find(host, "inst_a", SOON)).contains(new Machine("inst_a", Machine.State.STOPPED, SMALL));
        assertThat(simulator.machines(host)).containsExactly("inst_a stopped");
        assertThat(simulator.carriedOut(host, "stop")).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{ | not JSON",
                "3 | a fault or a list",
                "[] | 1 to 1000",
                "[7] | [0] has to be an object",
                "{\"op\": \"explode\", \"effect\": \"fail\"} | op has to be one of provision, start",
                "{\"op\": \"start\", \"effect\": \"burn\"} | effect has to be one of fail",
                "{\"op\": \"start\", \"effect\": \"fail\", \"times\": 0} | times has to be an integer from 1",
                "{\"op\": \"start\", \"effect\": \"fail\", \"times\": 1.0} | times has to be an integer",
                "{\"op\": \"start\", \"effect\": \"late\", \"delayMs\": \"9\"} | delayMs has to be an integer",
                "{\"op\": \"start\", \"effect\": \"fail\", \"colour\": 1} | colour is not known",
                "[{\"op\": \"start\", \"effect\": \"fail\"}, {\"op\": 1}] | [1].op has to be one of",
            })
    void badFaultsAreRefusedWithAReasonAndChangeNothing(String body, String reason) {
        var answer = simulator.request("POST", "/_simulator/hosts/" + host.nodeId() + "/faults", body);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains(reason);
        assertThat(simulator
                        .request("GET", "/_simulator/hosts/" + host.nodeId() + "/faults", "")
                        .body())
                .contains("\"items\":[]");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /_simulator/hosts/..%2F..%2Fetc/machines, 400",
        "GET, /_simulator/hosts/node_x/nothing, 404",
        "PUT, /_simulator/hosts/node_x/machines, 404",
        "DELETE, /_simulator/hosts/node_x/machines/inst_a, 404",
        "POST, /_simulator/hosts/node_x/machines/inst_a/power-off, 404",
        "POST, /_hosts/node_x/machines/inst_a/explode, 404",
        "POST, /_hosts/node_x/machines/inst_a/start, 400",
        "GET, /elsewhere, 404",
    })
    void whatIsNotThereOrCannotBeReadIsAClearError(String method, String path, int status) {
        assertThat(simulator.request(method, path, "").statusCode()).isEqualTo(status);
    }
}
