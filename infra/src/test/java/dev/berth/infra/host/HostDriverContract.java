package dev.berth.infra.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.berth.sagas.node.HostDriver;
import dev.berth.sagas.node.HostRef;
import dev.berth.sagas.node.HostRefused;
import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.MachineSpec;
import dev.berth.sagas.node.Shape;
import dev.berth.sagas.node.StaleFence;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every driver does, whatever it drives. A subclass says which driver, and gives each test a host of its own. */
abstract class HostDriverContract {

    static final Duration SOON = Duration.ofSeconds(30);
    static final Shape SMALL = new Shape(1, 2, 10, 0);
    static final Shape LARGE = new Shape(4, 8, 10, 0);

    abstract HostDriver driver();

    /** An empty host, another one for each test. */
    abstract HostRef host();

    static MachineSpec spec(String instanceId, boolean running) {
        return new MachineSpec(
                instanceId,
                "acme",
                SMALL.vcpu(),
                SMALL.memoryGiB(),
                SMALL.diskGiB(),
                SMALL.gpus(),
                "debian-12",
                "sha256:" + "0".repeat(64),
                "https://images.example/debian-12.qcow2",
                List.of("ssh-ed25519 AAAA"),
                "#cloud-config\npassword: geheim\n",
                List.of("10.0.0.2"),
                running);
    }

    private Machine provision(String instanceId, boolean running, long fence) {
        return driver().provision(host(), spec(instanceId, running), fence, SOON);
    }

    @Test
    void aHostThatIsThereAnswers() {
        driver().ping(host(), SOON);
    }

    @Test
    void anEmptyHostHasNothing() {
        assertThat(driver().list(host(), SOON)).isEmpty();
        assertThat(driver().find(host(), "inst_a", SOON)).isEmpty();
    }

    @Test
    void aProvisionedMachineRunsOnceItIsAnswered() {
        assertThat(provision("inst_a", true, 1)).isEqualTo(new Machine("inst_a", Machine.State.RUNNING, SMALL));

        assertThat(driver().find(host(), "inst_a", SOON)).contains(new Machine("inst_a", Machine.State.RUNNING, SMALL));
        assertThat(driver().list(host(), SOON)).containsExactly(new Machine("inst_a", Machine.State.RUNNING, SMALL));
    }

    @Test
    void aMachineThatIsNotToRunIsMadeStopped() {
        assertThat(provision("inst_a", false, 1).state()).isEqualTo(Machine.State.STOPPED);
        assertThat(driver().find(host(), "inst_a", SOON)).get().returns(false, Machine::running);
    }

    @Test
    void provisioningAgainMakesNothing() {
        provision("inst_a", true, 1);

        assertThat(provision("inst_a", true, 1).running()).isTrue();
        assertThat(provision("inst_a", true, 2).running()).isTrue();
        assertThat(driver().list(host(), SOON)).hasSize(1);
    }

    @Test
    void provisioningAgainStartsWhatIsToRunAndNeverStops() {
        provision("inst_a", false, 1);

        assertThat(provision("inst_a", true, 2).running()).isTrue();
        assertThat(provision("inst_a", false, 3).running()).isTrue();
    }

    @Test
    void provisionsAtTheSameMomentMakeOneMachine() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Machine>> all = IntStream.range(0, 8)
                    .mapToObj(i -> CompletableFuture.supplyAsync(() -> provision("inst_a", true, 1), threads))
                    .toList();
            assertThat(all).allSatisfy(one -> assertThat(one.join().running()).isTrue());
        }
        assertThat(driver().list(host(), SOON)).hasSize(1);
    }

    @Test
    void stopAndStartMayBeRepeated() {
        provision("inst_a", true, 1);

        assertThat(driver().stop(host(), "inst_a", 2, SOON).running()).isFalse();
        assertThat(driver().stop(host(), "inst_a", 2, SOON).running()).isFalse();
        assertThat(driver().start(host(), "inst_a", 3, SOON).running()).isTrue();
        assertThat(driver().start(host(), "inst_a", 3, SOON).running()).isTrue();
    }

    @Test
    void aResizedMachineHasTheNewShape() {
        provision("inst_a", false, 1);

        assertThat(driver().resize(host(), "inst_a", LARGE, 2, SOON).shape()).isEqualTo(LARGE);
        assertThat(driver().resize(host(), "inst_a", LARGE, 2, SOON).shape()).isEqualTo(LARGE);
        assertThat(driver().start(host(), "inst_a", 3, SOON))
                .isEqualTo(new Machine("inst_a", Machine.State.RUNNING, LARGE));
    }

    @Test
    void aRunningMachineIsNotResizedButMayBeAskedForTheShapeItHas() {
        provision("inst_a", true, 1);

        assertThat(driver().resize(host(), "inst_a", SMALL, 2, SOON).shape()).isEqualTo(SMALL);
        HostRefused refused =
                catchThrowableOfType(HostRefused.class, () -> driver().resize(host(), "inst_a", LARGE, 2, SOON));
        assertThat(refused.reason()).isEqualTo(HostRefused.RUNNING);
        assertThat(driver().find(host(), "inst_a", SOON)).contains(new Machine("inst_a", Machine.State.RUNNING, SMALL));
    }

    @Test
    void aDestroyedMachineIsGoneAndMayBeDestroyedAgain() {
        provision("inst_a", true, 1);

        driver().destroy(host(), "inst_a", 2, SOON);
        driver().destroy(host(), "inst_a", 2, SOON);
        driver().destroy(host(), "inst_a", 3, SOON);

        assertThat(driver().find(host(), "inst_a", SOON)).isEmpty();
        assertThat(driver().list(host(), SOON)).isEmpty();
    }

    @Test
    void whatIsNotThereIsRefusedOrDestroyed() {
        assertThat(catchThrowableOfType(HostRefused.class, () -> driver().start(host(), "inst_a", 1, SOON))
                        .reason())
                .isEqualTo(HostRefused.NO_MACHINE);
        assertThat(catchThrowableOfType(HostRefused.class, () -> driver().stop(host(), "inst_a", 1, SOON))
                        .reason())
                .isEqualTo(HostRefused.NO_MACHINE);
        assertThat(catchThrowableOfType(HostRefused.class, () -> driver().resize(host(), "inst_a", LARGE, 1, SOON))
                        .reason())
                .isEqualTo(HostRefused.NO_MACHINE);
        driver().destroy(host(), "inst_a", 1, SOON);
    }

    @Test
    void aLowerFenceIsRefusedByEveryOperation() {
        provision("inst_a", true, 7);

        assertThat(catchThrowableOfType(StaleFence.class, () -> provision("inst_a", true, 6))
                        .seen())
                .isEqualTo(7);
        assertThatThrownBy(() -> driver().start(host(), "inst_a", 6, SOON)).isInstanceOf(StaleFence.class);
        assertThatThrownBy(() -> driver().stop(host(), "inst_a", 6, SOON)).isInstanceOf(StaleFence.class);
        assertThatThrownBy(() -> driver().resize(host(), "inst_a", LARGE, 6, SOON))
                .isInstanceOf(StaleFence.class);
        assertThatThrownBy(() -> driver().destroy(host(), "inst_a", 6, SOON)).isInstanceOf(StaleFence.class);
        assertThat(driver().find(host(), "inst_a", SOON)).contains(new Machine("inst_a", Machine.State.RUNNING, SMALL));
    }

    @Test
    void aCallThatChangesNothingStillRaisesTheFence() {
        provision("inst_a", true, 1);
        driver().start(host(), "inst_a", 5, SOON);

        assertThatThrownBy(() -> driver().stop(host(), "inst_a", 4, SOON)).isInstanceOf(StaleFence.class);
    }

    @Test
    void aRefusedCallStillRaisesTheFence() {
        assertThatThrownBy(() -> driver().start(host(), "inst_a", 5, SOON)).isInstanceOf(HostRefused.class);

        assertThatThrownBy(() -> provision("inst_a", true, 4)).isInstanceOf(StaleFence.class);
    }

    @Test
    void aLateProvisionNeverBringsADestroyedMachineBack() {
        provision("inst_a", true, 1);
        driver().destroy(host(), "inst_a", 2, SOON);

        assertThatThrownBy(() -> provision("inst_a", true, 1)).isInstanceOf(StaleFence.class);
        assertThatThrownBy(() -> provision("inst_a", true, 2)).isInstanceOf(StaleFence.class);
        assertThat(driver().list(host(), SOON)).isEmpty();
    }

    @Test
    void aLateProvisionIsRefusedWhereThereNeverWasAMachine() {
        driver().destroy(host(), "inst_a", 2, SOON);

        assertThatThrownBy(() -> provision("inst_a", true, 1)).isInstanceOf(StaleFence.class);
        assertThat(driver().list(host(), SOON)).isEmpty();
    }

    @Test
    void aHigherFenceMayMakeItAnew() {
        provision("inst_a", true, 1);
        driver().destroy(host(), "inst_a", 2, SOON);

        assertThat(provision("inst_a", true, 3).running()).isTrue();
    }

    @Test
    void fencesAreKeptPerInstance() {
        provision("inst_a", true, 9);

        assertThat(provision("inst_b", true, 1).running()).isTrue();
        assertThat(driver().list(host(), SOON))
                .extracting(Machine::instanceId)
                .containsExactlyInAnyOrder("inst_a", "inst_b");
    }

    @Test
    void anInterruptedCallIsGivenUp() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> provision("inst_a", true, 1))
                    .isInstanceOf(dev.berth.sagas.node.OutcomeUnknown.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
