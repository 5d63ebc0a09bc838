package dev.berth.infra.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.node.NodeObservation.NodeSilent;
import dev.berth.api.node.NodeState;
import dev.berth.sagas.node.HostDriver;
import dev.berth.sagas.node.HostRef;
import dev.berth.sagas.node.HostUnreachable;
import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.MachineSpec;
import dev.berth.sagas.node.Shape;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts that come, fall silent, come back, and go. */
class HostHealthTest {
    @TempDir
    private static Path directory;

    private static HostDoor door;
    private World world;
    private Cable cable;

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
        cable = new Cable(door.driver);
    }

    @AfterEach
    void end() {
        world.close();
    }

    private void start() {
        ReconcileSettings it = World.settings();
        world.start(
                new ReconcileSettings(
                        it.pass(),
                        it.health(),
                        it.driverDeadline(),
                        it.leaseMargin(),
                        Duration.ofMillis(300),
                        it.perHost(),
                        it.poll(),
                        it.backoff(),
                        it.maxBackoff(),
                        it.stopWithin(),
                        false),
                RunnerHooks.NONE,
                cable);
    }

    private String running() {
        start();
        String id = world.create("inst_1", DesiredState.RUNNING);
        world.eventually(id, InstanceState.RUNNING);
        return id;
    }

    private void node(NodeState state) {
        World.eventually("the host is " + state, () -> world.node(world.nodeId).state() == state);
    }

    @Test
    void aHostThatAnswersIsReady() {
        start();
        world.addNode("node_new_" + world.nodeId, false);
        World.eventually(
                "it is ready", () -> world.node("node_new_" + world.nodeId).state() == NodeState.READY);
    }

    @Test
    void aHostThatIsRegisteredIsAskedAtOnce() {
        ReconcileSettings it = World.settings();
        world.start(
                new ReconcileSettings(
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
                        false),
                RunnerHooks.NONE,
                cable);
        World.eventually(
                "the sagas read", () -> world.reconciler.sagas().processor().isRunning());
        String fresh = "node_fresh_" + world.nodeId;
        world.addNode(fresh, false);
        World.eventually("it is ready", () -> world.node(fresh).state() == NodeState.READY);
    }

    @Test
    void oneThatNeverAnsweredIsNotLost() {
        cable.cut = true;
        start();
        String fresh = "node_fresh_" + world.nodeId;
        world.addNode(fresh, false);
        node(NodeState.LOST);
        assertThat(world.node(fresh).state()).isEqualTo(NodeState.PENDING);
        assertThat(world.node(fresh).message()).isNotNull();
        cable.cut = false;
        World.eventually("it is ready", () -> world.node(fresh).state() == NodeState.READY);
    }

    @Test
    void aShortSilenceIsToldOnceAndForgotten() {
        start();
        cable.cut = true;
        World.eventually("it is told", () -> world.node(world.nodeId).message() != null);
        cable.cut = false;
        World.eventually("it is forgotten", () -> world.node(world.nodeId).message() == null);
        assertThat(world.reported.stream()
                        .filter(it -> it instanceof NodeSilent silent && !silent.lost())
                        .count())
                .isEqualTo(1);
    }

    @Test
    void instancesOfASilentHostAreLostAndComeBackWithIt() {
        String id = running();
        cable.cut = true;
        node(NodeState.LOST);
        world.eventually(id, InstanceState.LOST);
        cable.cut = false;
        node(NodeState.READY);
        world.eventually(id, InstanceState.RUNNING);
        world.quiet();
        assertThat(door.carriedOut(world.nodeId, "provision", id)).isEqualTo(1);
    }

    @Test
    void deletingOnASilentHostEndsWhenItIsBack() {
        String id = running();
        cable.cut = true;
        world.eventually(id, InstanceState.LOST);
        world.tell(id, new InstanceDeleting(id, "acme", "ann"));
        World.eventually(
                "the destroy is in the queue", () -> world.reconciler.rows().depth() == 1);
        assertThat(world.state(id)).isEqualTo(InstanceState.DELETING);
        cable.cut = false;
        world.eventually(id, InstanceState.DELETED);
        assertThat(door.machines(world.nodeId)).isEmpty();
    }

    @Test
    void instancesOfAHostThatIsGoneAreLostAndDeletedWithoutIt() {
        String id = running();
        String deleting = world.create("inst_2", DesiredState.RUNNING);
        world.eventually(deleting, InstanceState.RUNNING);
        cable.cut = true;
        world.tell(deleting, new InstanceDeleting(deleting, "acme", "ann"));
        world.removeNode(world.nodeId);
        world.eventually(deleting, InstanceState.DELETED);
        world.eventually(id, InstanceState.LOST);
        World.eventually("it holds no host", () -> world.view(id).nodeId() == null);
        world.tell(id, new InstanceDeleting(id, "acme", "ann"));
        world.eventually(id, InstanceState.DELETED);
        world.quiet();
        assertThat(world.held()).containsAllEntriesOf(Map.of("charges", 0L, "leases", 0L));
    }

    @Test
    void startingALostOneWaitsForItsHost() {
        String id = running();
        cable.cut = true;
        world.eventually(id, InstanceState.LOST);
        world.tell(id, new InstanceStarting(id, "acme", true, true));
        cable.cut = false;
        world.eventually(id, InstanceState.RUNNING);
        world.quiet();
        assertThat(door.machines(world.nodeId)).containsExactly(id + " running");
    }

    /** The way to the hosts, which can be cut. */
    private static final class Cable implements HostDriver {
        private final HostDriver driver;
        volatile boolean cut;

        Cable(HostDriver driver) {
            this.driver = driver;
        }

        private HostDriver through() {
            if (cut) {
                throw new HostUnreachable("The cable is cut", null);
            }
            return driver;
        }

        @Override
        public void ping(HostRef host, Duration deadline) {
            through().ping(host, deadline);
        }

        @Override
        public Optional<Machine> find(HostRef host, String instanceId, Duration deadline) {
            return through().find(host, instanceId, deadline);
        }

        @Override
        public List<Machine> list(HostRef host, Duration deadline) {
            return through().list(host, deadline);
        }

        @Override
        public Machine provision(HostRef host, MachineSpec spec, long fence, Duration deadline) {
            return through().provision(host, spec, fence, deadline);
        }

        @Override
        public Machine start(HostRef host, String instanceId, long fence, Duration deadline) {
            return through().start(host, instanceId, fence, deadline);
        }

        @Override
        public Machine stop(HostRef host, String instanceId, long fence, Duration deadline) {
            return through().stop(host, instanceId, fence, deadline);
        }

        @Override
        public Machine resize(HostRef host, String instanceId, Shape shape, long fence, Duration deadline) {
            return through().resize(host, instanceId, shape, fence, deadline);
        }

        @Override
        public void destroy(HostRef host, String instanceId, long fence, Duration deadline) {
            through().destroy(host, instanceId, fence, deadline);
        }
    }
}
