package dev.berth.infra.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceLost;
import dev.berth.api.instance.InstanceEvent.InstanceResized;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStopping;
import dev.berth.api.instance.InstanceObservation.MachineSeen;
import dev.berth.api.instance.InstanceState;
import dev.berth.sagas.node.HostRef;
import dev.berth.sagas.node.Shape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances from end to end, on real parts. */
class LifecycleTest {
    @TempDir
    private static Path directory;

    private static HostDoor door;
    private World world;

    @BeforeAll
    static void hosts() {
        door = new HostDoor(directory);
    }

    @AfterAll
    static void noHosts() {
        door.close();
    }

    @BeforeEach
    void world() {
        world = new World(door);
    }

    @AfterEach
    void end() {
        world.close();
    }

    private String running() {
        world.start();
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.eventually(id, InstanceState.RUNNING);
        return id;
    }

    private InstanceStarting starting(String id, boolean recreate) {
        return new InstanceStarting(id, "acme", recreate, true);
    }

    @Test
    void aNewInstanceIsMadeOnceAndRuns() {
        String id = running();
        world.quiet();
        assertThat(door.machines(world.nodeId)).containsExactly(id + " running");
        assertThat(door.carriedOut(world.nodeId, "provision", id)).isEqualTo(1);
        assertThat(world.view(id).revision()).isEqualTo(3);
    }

    @Test
    void oneThatIsWantedStoppedIsMadeAndNotBooted() {
        world.start();
        String id = world.create("inst_1", DesiredState.STOPPED);
        world.eventually(id, InstanceState.STOPPED);
        world.quiet();
        assertThat(door.machines(world.nodeId)).containsExactly(id + " stopped");
    }

    @Test
    void stopResizeAndStartGiveItItsNewShape() {
        String id = running();
        world.tell(id, new InstanceStopping(id, "acme"));
        world.eventually(id, InstanceState.STOPPED);
        world.tell(id, new InstanceResized(id, "acme", "small", World.SMALL, "large", World.LARGE));
        world.tell(id, starting(id, false));
        world.eventually(id, InstanceState.RUNNING);
        world.quiet();
        assertThat(door.driver.find(new HostRef(world.nodeId, "h", null), id, Duration.ofSeconds(5)))
                .hasValueSatisfying(machine -> assertThat(machine.shape()).isEqualTo(new Shape(2, 4, 20, 0)));
        assertThat(door.carriedOut(world.nodeId, "resize", id)).isEqualTo(1);
    }

    @Test
    void deletingDestroysAndGivesEverythingBack() {
        String id = running();
        assertThat(world.held()).isEqualTo(Map.of("charges", 1L, "leases", 1L, "room", 1L));
        world.tell(id, new InstanceDeleting(id, "acme", "ann"));
        world.eventually(id, InstanceState.DELETED);
        world.quiet();
        assertThat(door.machines(world.nodeId)).isEmpty();
        assertThat(world.held()).isEqualTo(Map.of("charges", 0L, "leases", 0L, "room", 0L));
        World.eventually(
                "its saga has ended",
                () -> world.database.jdbc.queryForObject("select count(*) from resource_saga", Long.class) == 0);
    }

    @Test
    void stoppedAndStartedAgainAtOnceEndsRunning() {
        String id = running();
        for (int i = 0; i < 5; i++) {
            world.tell(id, new InstanceStopping(id, "acme"));
            world.tell(id, starting(id, false));
        }
        world.quiet();
        World.eventually("it runs", () -> door.machines(world.nodeId).contains(id + " running"));
        assertThat(world.view(id).desiredState()).isEqualTo(DesiredState.RUNNING);
        world.eventually(id, InstanceState.RUNNING);
    }

    @Test
    void failuresAreTriedAgainAndCounted() {
        door.fault(world.nodeId, "{'op': 'provision', 'times': 3, 'effect': 'fail'}");
        String id = running();
        world.quiet();
        assertThat(door.carriedOut(world.nodeId, "provision", id)).isEqualTo(1);
    }

    @Test
    void afterFiveFailuresItIsInErrorUntilItIsStarted() {
        door.fault(world.nodeId, "{'op': 'provision', 'times': 5, 'effect': 'fail'}");
        world.start();
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.eventually(id, InstanceState.ERROR);
        world.quiet();
        world.tell(id, starting(id, false));
        world.eventually(id, InstanceState.RUNNING);
        world.quiet();
    }

    @Test
    void aRefusalIsAnErrorAtOnce() {
        door.fault(world.nodeId, "{'op': 'provision', 'times': 1, 'effect': 'refuse'}");
        world.start();
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.eventually(id, InstanceState.ERROR);
        world.quiet();
    }

    @Test
    void aFailingDestroyIsTriedForEver() {
        String id = running();
        door.fault(world.nodeId, "{'op': 'destroy', 'times': 12, 'effect': 'fail'}");
        world.tell(id, new InstanceDeleting(id, "acme", "ann"));
        world.eventually(id, InstanceState.DELETED);
        assertThat(door.machines(world.nodeId)).isEmpty();
    }

    @Test
    void aLostAnswerIsFoundAgainAndNothingIsMadeTwice() {
        door.fault(world.nodeId, "{'op': 'provision', 'times': 1, 'effect': 'dropAnswer'}");
        world.start(quick(), RunnerHooks.NONE, door.driver);
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.eventually(id, InstanceState.RUNNING);
        world.quiet();
        assertThat(door.carriedOut(world.nodeId, "provision", id)).isEqualTo(1);
    }

    @Test
    void aHangHoldsUpNoOtherHostAndIsNoFailure() {
        String other = world.nodeId + "_other";
        door.fault(world.nodeId, "{'op': 'provision', 'effect': 'hang', 'times': 100}");
        world.start(quick(), RunnerHooks.NONE, door.driver);
        for (int i = 0; i < 20; i++) {
            world.create("inst_hangs_" + i, DesiredState.RUNNING);
        }
        world.addNode(other, true);
        String id = world.create("inst_quick", DesiredState.RUNNING);
        world.tell(id, new dev.berth.api.instance.InstanceEvent.InstanceScheduled(id, "acme", other));
        world.eventually(id, InstanceState.RUNNING);
        assertThat(world.state("inst_hangs_0")).isEqualTo(InstanceState.PROVISIONING);
        door.clearFaults(world.nodeId);
        world.eventually("inst_hangs_0", InstanceState.RUNNING);
        world.eventually("inst_hangs_19", InstanceState.RUNNING);
        assertThat(world.view("inst_hangs_0").conditions()).isEmpty();
    }

    /** Gives up on a host soon. */
    private static ReconcileSettings quick() {
        ReconcileSettings it = World.settings();
        return new ReconcileSettings(
                it.pass(),
                it.health(),
                Duration.ofMillis(300),
                it.leaseMargin(),
                it.nodeTimeout(),
                4,
                it.poll(),
                it.backoff(),
                it.maxBackoff(),
                it.stopWithin(),
                false);
    }

    @Test
    void aMachineThatWasSwitchedOffIsSwitchedOn() {
        String id = running();
        world.quiet();
        door.powerOff(world.nodeId, id);
        World.eventually("it was seen", () -> world.reported.stream().anyMatch(MachineSeen.class::isInstance));
        World.eventually("it runs", () -> door.machines(world.nodeId).contains(id + " running"));
        world.eventually(id, InstanceState.RUNNING);
        world.quiet();
    }

    @Test
    void aMachineThatVanishedIsLostAndMadeAnewWhenItIsStarted() {
        String id = running();
        world.quiet();
        door.vanish(world.nodeId, id);
        world.eventually(id, InstanceState.LOST);
        world.quiet();
        world.tell(id, starting(id, true));
        world.eventually(id, InstanceState.RUNNING);
        world.quiet();
        assertThat(door.machines(world.nodeId)).containsExactly(id + " running");
    }

    @Test
    void aLostOneIsDeleted() {
        String id = running();
        door.vanish(world.nodeId, id);
        world.eventually(id, InstanceState.LOST);
        world.tell(id, new InstanceDeleting(id, "acme", "ann"));
        world.eventually(id, InstanceState.DELETED);
        assertThat(world.held()).isEqualTo(Map.of("charges", 0L, "leases", 0L, "room", 0L));
    }

    @Test
    void whatVanishedBeforeItsStopIsAnErrorAndIsMadeAnewWhenItIsStarted() {
        world.start(withoutPasses(), RunnerHooks.NONE, door.driver);
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.eventually(id, InstanceState.RUNNING);
        door.vanish(world.nodeId, id);
        world.tell(id, new InstanceStopping(id, "acme"));
        world.eventually(id, InstanceState.ERROR);
        world.quiet();
        world.tell(id, starting(id, false));
        world.eventually(id, InstanceState.RUNNING);
        world.quiet();
        assertThat(door.machines(world.nodeId)).containsExactly(id + " running");
    }

    @Test
    void fencesThatWereSetBackByARestoredBackupCatchUp() {
        String id = running();
        String unplaced = world.create("inst_2", DesiredState.RUNNING);
        world.eventually(unplaced, InstanceState.RUNNING);
        world.quiet();
        world.database.jdbc.queryForList("select setval('step_fence', 1)");
        world.tell(id, new InstanceStopping(id, "acme"));
        world.eventually(id, InstanceState.STOPPED);
        world.database.jdbc.queryForList("select setval('step_fence', 1)");
        world.tell(unplaced, new InstanceLost(unplaced, "acme", "HostRemoved", "It was removed.", true));
        world.tell(unplaced, new InstanceDeleting(unplaced, "acme", "ann"));
        world.eventually(unplaced, InstanceState.DELETED);
        world.quiet();
    }

    @Test
    void twoRunnersDoEachStepOnce() {
        world.start(withoutPasses(), RunnerHooks.NONE, door.driver);
        int instances = 60;
        try (StepRunner second = world.secondRunner()) {
            second.start();
            for (int i = 0; i < instances; i++) {
                world.admit("inst_" + i, DesiredState.RUNNING, "10.0.0.1");
            }
            World.eventually("all were made", () -> door.machines(world.nodeId).size() == instances);
            world.quiet();
        }
        for (int i = 0; i < instances; i++) {
            world.eventually("inst_" + i, InstanceState.RUNNING);
            assertThat(door.carriedOut(world.nodeId, "provision", "inst_" + i)).isEqualTo(1);
            assertThat(world.view("inst_" + i).revision()).isEqualTo(3);
        }
    }

    private static ReconcileSettings withoutPasses() {
        ReconcileSettings it = World.settings();
        return new ReconcileSettings(
                Duration.ofHours(1),
                Duration.ofHours(1),
                it.driverDeadline(),
                it.leaseMargin(),
                it.nodeTimeout(),
                it.perHost(),
                it.poll(),
                it.backoff(),
                it.maxBackoff(),
                it.stopWithin(),
                false);
    }

    @Test
    void aStrayMachineIsDestroyedAndOursAreNot() {
        String id = running();
        door.driver.provision(
                new HostRef(world.nodeId, "h", null),
                new dev.berth.sagas.node.MachineSpec(
                        "inst_stray",
                        "acme",
                        1,
                        1,
                        1,
                        0,
                        "ubuntu",
                        null,
                        null,
                        java.util.List.of(),
                        null,
                        java.util.List.of(),
                        true),
                1,
                Duration.ofSeconds(5));
        World.eventually(
                "the stray is gone", () -> door.machines(world.nodeId).equals(java.util.List.of(id + " running")));
    }

    @Test
    void aStopInTheMiddleOfAStepGivesItsLeaseBack() {
        door.fault(world.nodeId, "{'op': 'provision', 'effect': 'hang', 'times': 100}");
        world.start(stopsSoon(), RunnerHooks.NONE, door.driver);
        String id = world.create("inst_1", DesiredState.RUNNING);
        String leased = "select count(*) from step_queue where lease_owner is not null";
        World.eventually("it is taken", () -> world.database.jdbc.queryForObject(leased, Long.class) == 1);
        world.reconciler.close();
        assertThat(world.database.jdbc.queryForObject(leased, Long.class)).isZero();
        door.clearFaults(world.nodeId);
        world.start();
        world.eventually(id, InstanceState.RUNNING);
    }

    private static ReconcileSettings stopsSoon() {
        ReconcileSettings it = World.settings();
        return new ReconcileSettings(
                it.pass(),
                it.health(),
                Duration.ofSeconds(60),
                it.leaseMargin(),
                it.nodeTimeout(),
                it.perHost(),
                it.poll(),
                it.backoff(),
                it.maxBackoff(),
                Duration.ofMillis(100),
                false);
    }
}
