package dev.berth.infra.directory;

import static dev.berth.infra.directory.History.POOL;
import static dev.berth.infra.directory.History.TENANT;
import static dev.berth.infra.directory.History.shape;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceUnschedulable;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.NodeEvent.NodeCordoned;
import dev.berth.api.node.NodeEvent.NodeLost;
import dev.berth.api.node.NodeEvent.NodeReallocated;
import dev.berth.api.node.NodeEvent.NodeReleased;
import dev.berth.api.node.NodeEvent.NodeRemoved;
import dev.berth.api.node.NodeEvent.NodeUncordoned;
import dev.berth.api.node.NodeEvent.NodeUpdated;
import dev.berth.command.node.NodeRoom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeRoomTest {
    private final History history = new History();
    private final NodeRoom room = history.directories.nodeRoom();
    private final List<String> capacity = new ArrayList<>();

    NodeRoomTest() {
        history.directories.onCapacity(capacity::add);
    }

    @Test
    void proposesTheHostsOnWhichTheLeastStaysFree() {
        history.node("node_large", 64, 128, 640, 0);
        history.node("node_small", 4, 8, 40, 0);
        history.node("node_tiny", 1, 2, 10, 0);
        assertThat(room.candidates(POOL, shape(2), 1)).containsExactly("node_small");
        assertThat(room.candidates(POOL, shape(2), 5)).containsExactlyInAnyOrder("node_small", "node_large");
        assertThat(room.candidates(POOL, shape(100), 5)).isEmpty();
        assertThat(room.candidates("pool_other", shape(1), 5)).isEmpty();
    }

    @Test
    void spreadsCallsAmongTheFewBest() {
        for (int i = 0; i < 10; i++) {
            history.node("node_" + i, 8, 16, 80, 0);
        }
        Set<String> firsts = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            firsts.add(room.candidates(POOL, shape(1), 5).getFirst());
        }
        assertThat(firsts).containsExactlyInAnyOrder("node_0", "node_1", "node_2", "node_3");
    }

    @Test
    void keepsGpusForThoseWhoNeedThem() {
        history.node("node_gpu", 4, 8, 40, 2);
        history.node("node_plain", 64, 128, 640, 0);
        assertThat(room.candidates(POOL, shape(2), 1)).containsExactly("node_plain");
        assertThat(room.candidates(POOL, new MachineShape(2, 4, 20, 1), 5)).containsExactly("node_gpu");
    }

    @Test
    void proposesOnlyHostsThatTakeInstances() {
        history.node("node_1", 8, 16, 80, 0);
        history.happens(new NodeCordoned("node_1", TENANT, POOL));
        assertThat(room.candidates(POOL, shape(1), 5)).isEmpty();
        assertThat(room.lacking(POOL, shape(1))).isEqualTo("NoNode");
        history.happens(new NodeUncordoned("node_1", TENANT, POOL));
        assertThat(room.candidates(POOL, shape(1), 5)).containsExactly("node_1");
        history.happens(new NodeLost("node_1", TENANT, POOL, "It does not answer."));
        assertThat(room.candidates(POOL, shape(1), 5)).isEmpty();
        history.happens(new NodeRemoved("node_1", TENANT, POOL, true));
        assertThat(room.candidates(POOL, shape(1), 5)).isEmpty();
        assertThat(room.node("node_1")).isPresent();
    }

    @Test
    void namesTheResourceThatLacks() {
        history.node("node_1", 8, 16, 80, 0);
        assertThat(room.lacking(POOL, new MachineShape(9, 1, 1, 0))).isEqualTo("vcpu");
        assertThat(room.lacking(POOL, new MachineShape(1, 17, 1, 0))).isEqualTo("memoryGiB");
        assertThat(room.lacking(POOL, new MachineShape(1, 1, 81, 0))).isEqualTo("diskGiB");
        assertThat(room.lacking(POOL, new MachineShape(1, 1, 1, 1))).isEqualTo("gpus");
        history.node("node_2", 64, 16, 80, 0);
        assertThat(room.lacking(POOL, new MachineShape(9, 17, 1, 0))).isEqualTo("memoryGiB");
    }

    @Test
    void aCapacityUnderWhatIsAllocatedOnlyStopsPlacements() {
        history.node("node_1", 8, 16, 80, 0);
        history.allocated("node_1", "inst_1", shape(4));
        history.happens(new NodeUpdated("node_1", TENANT, POOL, null, new Capacity(2, 16, 80, 0)));
        assertThat(room.candidates(POOL, shape(1), 5)).isEmpty();
        assertThat(room.lacking(POOL, shape(1))).isEqualTo("vcpu");
    }

    @Test
    void anInstanceWaitsUntilItIsPlacedOrDeleted() {
        history.node("node_1", 2, 4, 20, 0);
        assertThat(room.olderOneFits(POOL)).isFalse();
        history.waits("inst_big", shape(4));
        assertThat(room.olderOneFits(POOL)).as("it waits, but does not fit").isFalse();
        history.waits("inst_small", shape(2));
        assertThat(room.olderOneFits(POOL)).isTrue();
        history.placed("inst_small", "node_1", shape(2));
        assertThat(room.olderOneFits(POOL)).isFalse();
        history.node("node_2", 8, 16, 80, 0);
        assertThat(room.olderOneFits(POOL)).isTrue();
        history.happens(new InstanceDeleting("inst_big", TENANT, "ann"));
        assertThat(room.olderOneFits(POOL)).isFalse();
        assertThat(history.directories.sizes()).containsEntry("waiting", 0);
    }

    @Test
    void whoStartsWithoutAHostWaitsByTheAgeOfItsCreation() {
        history.node("node_1", 2, 4, 20, 0);
        history.created("inst_old", shape(8));
        history.placed("inst_old", "node_1", shape(8));
        history.waits("inst_young", shape(8));
        history.happens(new InstanceStarting("inst_old", TENANT, true, false));
        assertThat(history.directories.waiting().of(POOL))
                .extracting(Waiting::instanceId)
                .containsExactly("inst_old", "inst_young");
    }

    @Test
    void tellsOfRoomOnlyWhereSomebodyWaitsAndThereIsMore() {
        history.node("node_1", 4, 8, 40, 0);
        history.allocated("node_1", "inst_0", shape(4));
        assertThat(capacity).as("nobody waits").isEmpty();
        history.waits("inst_1", shape(2));
        assertThat(capacity).as("no room").isEmpty();
        history.happens(new NodeReallocated("node_1", TENANT, POOL, "inst_0", shape(4), shape(3)));
        assertThat(capacity).as("a shrinking resize").hasSize(1);
        history.happens(new NodeReleased("node_1", TENANT, POOL, "inst_0", shape(3)));
        assertThat(capacity).as("a delete").hasSize(2);
        history.node("node_2", 4, 8, 40, 0);
        assertThat(capacity).as("a new host").hasSize(3);
        history.happens(new NodeCordoned("node_2", TENANT, POOL));
        assertThat(capacity).hasSize(3);
        history.happens(new NodeUncordoned("node_2", TENANT, POOL));
        assertThat(capacity).as("uncordoned").hasSize(4);
        history.happens(new NodeUpdated("node_2", TENANT, POOL, null, new Capacity(8, 8, 40, 0)));
        assertThat(capacity).as("a larger host").hasSize(5);
        history.created("inst_2", shape(1));
        history.happens(new InstanceUnschedulable("inst_2", TENANT, "Queued", "Older ones come first."));
        assertThat(capacity)
                .as("somebody waits although there is room")
                .hasSize(6)
                .containsOnly(POOL);
    }

    /** Prints what a question costs; asserts nothing about time. */
    @Test
    void aThousandHostsAndFiveThousandWaiting() {
        for (int i = 0; i < 1_000; i++) {
            history.node("node_" + i, 64, 128, 640, 0);
            history.allocated("node_" + i, "inst_on_" + i, new MachineShape(63, 1, 1, 0));
        }
        for (int i = 0; i < 5_000; i++) {
            history.waits("inst_" + i, shape(2 + i % 5));
        }
        assertThat(history.directories.sizes()).containsEntry("waiting", 5_000).containsEntry("node", 1_000);
        int rounds = 2_000;
        int found = 0;
        long start = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            found += room.olderOneFits(POOL) ? 1 : 0;
        }
        long asked = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            found += room.candidates(POOL, shape(1), 5).size();
        }
        long end = System.nanoTime();
        System.out.printf(
                "1,000 hosts, 5,000 waiting: olderOneFits %.1f us, candidates %.1f us%n",
                (asked - start) / 1e3 / rounds, (end - asked) / 1e3 / rounds);
        assertThat(found).isEqualTo(5 * rounds);
    }
}
