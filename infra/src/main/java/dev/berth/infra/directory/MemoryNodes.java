package dev.berth.infra.directory;

import dev.berth.api.instance.MachineShape;
import dev.berth.api.node.NodeEvent;
import dev.berth.api.node.NodeState;
import dev.berth.api.node.NodeView;
import dev.berth.command.node.NodeRoom;
import dev.berth.query.node.NodeRecord;
import dev.berth.query.node.NodeTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hosts in memory, and the room that they have.
 *
 * <p>Placement packs: the host on which the least would stay free comes first, so that large shapes find room for long.
 * Among the few best the first one changes from call to call, so that calls at the same time do not all wait for one
 * host's lock. Every question costs at most one look at each host of the pool.
 */
final class MemoryNodes extends MemoryTable<NodeRecord, NodeEvent> implements NodeRoom {
    /** Among how many of the best hosts calls are spread. */
    private static final int SPREAD = 4;

    private record Candidate(String nodeId, double waste) {
        static final Comparator<Candidate> BEST =
                Comparator.comparingDouble(Candidate::waste).thenComparing(Candidate::nodeId);
    }

    private final Map<String, Map<String, Room>> byPool = new ConcurrentHashMap<>();
    private final WaitingLists waiting;
    private final Consumer<String> capacity;
    private final AtomicInteger turn = new AtomicInteger();

    /**
     * No hosts yet.
     *
     * @param capacity is told the pool whenever a host of it has more room than before
     */
    MemoryNodes(WaitingLists waiting, Consumer<String> capacity) {
        super(NodeTable.TABLE);
        this.waiting = waiting;
        this.capacity = capacity;
    }

    @Override
    void changed(String id, @Nullable NodeRecord before, NodeRecord after) {
        NodeView view = after.view();
        Map<String, Room> pool = byPool.computeIfAbsent(view.poolId(), none -> new ConcurrentHashMap<>());
        if (view.state() == NodeState.REMOVED) {
            pool.remove(id);
            return;
        }
        Room now = Room.of(view);
        pool.put(id, now);
        if (before == null ? now.ready() : now.moreThan(Room.of(before.view()))) {
            capacity.accept(view.poolId());
        }
    }

    @Override
    public Optional<NodeView> node(String nodeId) {
        return find(nodeId).map(NodeRecord::view);
    }

    @Override
    public List<String> candidates(String poolId, MachineShape shape, int limit) {
        List<Candidate> best = new ArrayList<>(limit + 1);
        for (Room room : rooms(poolId)) {
            if (room.fits(shape)) {
                keepBest(best, new Candidate(room.nodeId(), room.waste(shape)), limit);
            }
        }
        List<Candidate> spread = best.subList(0, Math.min(SPREAD, best.size()));
        if (spread.size() > 1) {
            Collections.rotate(spread, Math.floorMod(turn.getAndIncrement(), spread.size()));
        }
        return best.stream().map(Candidate::nodeId).toList();
    }

    /** Of a thousand hosts only a few ever get into the list, so this is cheaper than to sort them all. */
    private static void keepBest(List<Candidate> best, Candidate candidate, int limit) {
        int at = best.size();
        while (at > 0 && Candidate.BEST.compare(candidate, best.get(at - 1)) < 0) {
            at--;
        }
        if (at < limit) {
            best.add(at, candidate);
            if (best.size() > limit) {
                best.removeLast();
            }
        }
    }

    @Override
    public String lacking(String poolId, MachineShape shape) {
        Room nearest = null;
        for (Room room : rooms(poolId)) {
            if (room.ready()
                    && (nearest == null
                            || room.lacking(shape) < nearest.lacking(shape)
                            || (room.lacking(shape) == nearest.lacking(shape)
                                    && room.nodeId().compareTo(nearest.nodeId()) < 0))) {
                nearest = room;
            }
        }
        if (nearest == null) {
            return "NoNode";
        }
        // It may have got room since the caller looked: then it is the processors that were asked for first.
        return nearest.lacking(shape) == 0 ? "vcpu" : nearest.firstLacking(shape);
    }

    @Override
    public boolean olderOneFits(String poolId) {
        for (MachineShape shape : waiting.shapes(poolId)) {
            if (fits(poolId, shape)) {
                return true;
            }
        }
        return false;
    }

    /** Whether any host of the pool has room for the shape. */
    boolean fits(String poolId, MachineShape shape) {
        for (Room room : rooms(poolId)) {
            if (room.fits(shape)) {
                return true;
            }
        }
        return false;
    }

    /** The room of the pool's hosts as it is now. */
    Collection<Room> rooms(String poolId) {
        return byPool.getOrDefault(poolId, Map.of()).values();
    }
}
