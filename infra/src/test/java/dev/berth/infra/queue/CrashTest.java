package dev.berth.infra.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceResized;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStopping;
import dev.berth.api.instance.InstanceState;
import dev.berth.infra.queue.RunnerHooks.Abandoned;
import dev.berth.infra.queue.RunnerHooks.Moment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation, abandoned at every moment: a new process ends with the same result as one that was left alone. */
class CrashTest {
    private static final String ID = "inst_1";

    @TempDir
    private static Path directory;

    private static HostDoor door;

    @BeforeAll
    static void hosts() {
        door = new HostDoor(directory);
    }

    @AfterAll
    static void noHosts() {
        door.close();
    }

    /** An operation: what is wanted before it, what then makes it wanted, and where it ends. */
    enum Case {
        PROVISION(DesiredState.RUNNING, InstanceState.RUNNING),
        PROVISION_STOPPED(DesiredState.STOPPED, InstanceState.STOPPED),
        START(DesiredState.STOPPED, InstanceState.RUNNING, new InstanceStarting(ID, "acme", false, true)),
        RESIZE(
                DesiredState.STOPPED,
                InstanceState.RUNNING,
                new InstanceResized(ID, "acme", "small", World.SMALL, "large", World.LARGE),
                new InstanceStarting(ID, "acme", false, true)),
        STOP(DesiredState.RUNNING, InstanceState.STOPPED, new InstanceStopping(ID, "acme")),
        DESTROY(DesiredState.RUNNING, InstanceState.DELETED, new InstanceDeleting(ID, "acme", "ann"));

        final DesiredState first;
        final InstanceState last;
        final List<InstanceEvent> wants;

        Case(DesiredState first, InstanceState last, InstanceEvent... wants) {
            this.first = first;
            this.last = last;
            this.wants = List.of(wants);
        }
    }

    static Stream<Arguments> cells() {
        List<Arguments> cells = new ArrayList<>();
        for (Case operation : Case.values()) {
            for (Moment moment : Moment.values()) {
                cells.add(Arguments.of(operation, moment));
            }
        }
        return cells.stream();
    }

    @ParameterizedTest(name = "{0} abandoned at {1}")
    @MethodSource("cells")
    void endsTheSame(Case operation, Moment moment) throws Exception {
        try (World world = new World(door)) {
            if (!operation.wants.isEmpty()) {
                world.start();
                world.create(ID, operation.first);
                world.eventually(
                        ID, operation.first == DesiredState.RUNNING ? InstanceState.RUNNING : InstanceState.STOPPED);
                world.quiet();
                world.reconciler.close();
            }
            CountDownLatch reached = new CountDownLatch(1);
            world.start((at, row) -> {
                if (at == moment) {
                    reached.countDown();
                    throw new Abandoned();
                }
            });
            if (operation.wants.isEmpty()) {
                world.create(ID, operation.first);
            } else {
                operation.wants.forEach(event -> world.tell(ID, event));
            }
            assertThat(reached.await(20, TimeUnit.SECONDS)).isTrue();
            world.reconciler.abandon();
            world.database.endLeases();

            world.start();
            world.eventually(ID, operation.last);
            world.quiet();
            boolean gone = operation == Case.DESTROY;
            assertThat(door.machines(world.nodeId))
                    .isEqualTo(
                            gone
                                    ? List.of()
                                    : List.of(ID + " " + operation.last.name().toLowerCase()));
            assertThat(door.carriedOut(world.nodeId, "provision", ID)).isEqualTo(1);
            assertThat(door.carriedOut(world.nodeId, "destroy", ID)).isEqualTo(gone ? 1 : 0);
            long held = gone ? 0 : 1;
            assertThat(world.held()).isEqualTo(Map.of("charges", held, "leases", held, "room", held));
        }
    }
}
