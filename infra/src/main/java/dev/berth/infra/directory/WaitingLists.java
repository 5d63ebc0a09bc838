package dev.berth.infra.directory;

import dev.berth.api.instance.MachineShape;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The instances that wait for a host, one list per pool, oldest first.
 *
 * <p>Owns: who waits, and how many of which shape. Does not own: why, and what becomes of them. Invariants: written by one
 * thread, read by any; adding or removing twice changes nothing. On failure: none.
 */
final class WaitingLists {
    private static final class Pool {
        final NavigableSet<Waiting> oldestFirst = new ConcurrentSkipListSet<>(Waiting.OLDEST_FIRST);
        final Map<MachineShape, Integer> shapes = new ConcurrentHashMap<>();
    }

    private final Map<String, Waiting> byId = new ConcurrentHashMap<>();
    private final Map<String, Pool> pools = new ConcurrentHashMap<>();

    /** Answers whether it is new. */
    boolean add(Waiting waiting) {
        if (byId.putIfAbsent(waiting.instanceId(), waiting) != null) {
            return false;
        }
        Pool pool = pools.computeIfAbsent(waiting.poolId(), none -> new Pool());
        pool.shapes.merge(waiting.shape(), 1, Integer::sum);
        pool.oldestFirst.add(waiting);
        return true;
    }

    void remove(String instanceId) {
        Waiting waiting = byId.remove(instanceId);
        if (waiting != null) {
            Pool pool = pools.computeIfAbsent(waiting.poolId(), none -> new Pool());
            pool.oldestFirst.remove(waiting);
            pool.shapes.computeIfPresent(waiting.shape(), (shape, count) -> count == 1 ? null : count - 1);
        }
    }

    Optional<Waiting> find(String instanceId) {
        return Optional.ofNullable(byId.get(instanceId));
    }

    boolean contains(String instanceId) {
        return byId.containsKey(instanceId);
    }

    /** The pools in which somebody waits. */
    Set<String> waitedFor() {
        Set<String> waited = ConcurrentHashMap.newKeySet();
        pools.forEach((id, pool) -> {
            if (!pool.shapes.isEmpty()) {
                waited.add(id);
            }
        });
        return waited;
    }

    /** Those of the pool, oldest first; a view that changes while it is walked. */
    Iterable<Waiting> of(String poolId) {
        Pool pool = pools.get(poolId);
        return pool == null ? Set.of() : pool.oldestFirst;
    }

    /** The distinct shapes that wait in the pool. */
    Set<MachineShape> shapes(String poolId) {
        Pool pool = pools.get(poolId);
        return pool == null ? Set.of() : pool.shapes.keySet();
    }

    int size() {
        return byId.size();
    }
}
