package dev.berth.infra.directory;

import dev.berth.api.instance.MachineShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves those who wait for a host, pool by pool, oldest first, when there may be room and every so often.
 *
 * <p>Owns: when the placement of a waiting instance is tried. Does not own: whether it succeeds; the instance and the host
 * decide that. Invariants: a pass costs one look at each that waits, and one at each host for those that seem to fit;
 * shapes that do not fit are not tried; whoever is older is tried first. On failure: a try that fails is left to the next
 * pass.
 */
public final class PlacementPass implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PlacementPass.class);
    /** How many are placed in a pool before the other pools have their turn. */
    private static final int MOST_IN_A_PASS = 256;

    private static final Duration SEEN_WITHIN = Duration.ofSeconds(2);

    private final Directories directories;
    private final Consumer<String> place;
    private final Duration every;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition asked = lock.newCondition();
    private final Set<String> dirty = new LinkedHashSet<>();
    private final Thread thread;
    private volatile boolean closed;

    /**
     * Serves once it is started.
     *
     * @param place tries to place an instance, and returns when that was decided; may throw
     * @param every how often all who wait are tried without a reason
     */
    public PlacementPass(Directories directories, Consumer<String> place, Duration every) {
        this.directories = directories;
        this.place = place;
        this.every = every;
        this.thread = Thread.ofPlatform().name("placement").daemon(true).unstarted(this::run);
        directories.onCapacity(this::ask);
    }

    /** Begins, with everyone who waits. */
    public void start() {
        thread.start();
    }

    /** Asks for a pass over the pool. Never blocks for long. */
    void ask(String poolId) {
        lock.lock();
        try {
            if (dirty.add(poolId)) {
                asked.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (!closed) {
                for (String poolId : next()) {
                    serve(poolId);
                }
            }
        } catch (InterruptedException e) {
            log.atDebug().log("Placement is stopped");
        }
    }

    /** The pools to serve: those that were asked for, or all when the time is up. */
    private Set<String> next() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = every.toNanos();
            while (dirty.isEmpty() && left > 0) {
                left = asked.awaitNanos(left);
            }
            Set<String> pools = dirty.isEmpty() ? directories.waiting().waitedFor() : new LinkedHashSet<>(dirty);
            dirty.clear();
            return pools;
        } finally {
            lock.unlock();
        }
    }

    /** One pass over a pool. Where it placed anyone there may be more to place: then another one follows. */
    void serve(String poolId) throws InterruptedException {
        List<Waiting> chosen = choose(poolId);
        if (chosen.isEmpty()) {
            return;
        }
        List<Waiting> decided = new ArrayList<>();
        for (Waiting one : chosen) {
            if (closed) {
                return;
            }
            if (tryOne(one)) {
                decided.add(one);
            }
        }
        long placed = decided.size() - awaitSeen(decided);
        log.atInfo()
                .addKeyValue("pool", poolId)
                .addKeyValue("tried", chosen.size())
                .addKeyValue("placed", placed)
                .log("Served the instances that wait for a host");
        if (placed > 0) {
            ask(poolId);
        }
    }

    private boolean tryOne(Waiting one) {
        try {
            place.accept(one.instanceId());
            return true;
        } catch (RuntimeException e) {
            log.atWarn()
                    .setCause(e)
                    .addKeyValue("instance", one.instanceId())
                    .log("Placing a waiting instance failed; it is tried again");
            return false;
        }
    }

    /** Waits until the directories have seen what became of them; answers how many still wait. */
    private long awaitSeen(List<Waiting> decided) throws InterruptedException {
        long end = System.nanoTime() + SEEN_WITHIN.toNanos();
        long left = stillWaiting(decided);
        while (left > 0 && System.nanoTime() < end && !closed) {
            TimeUnit.MILLISECONDS.sleep(2);
            left = stillWaiting(decided);
        }
        return left;
    }

    private long stillWaiting(List<Waiting> decided) {
        return decided.stream()
                .filter(one -> directories.waiting().contains(one.instanceId()))
                .count();
    }

    /**
     * Who would find room, oldest first, if the room were given to one after the other. The count is kept here, on a copy,
     * since the hosts' own is a moment behind.
     */
    List<Waiting> choose(String poolId) {
        List<Room> rooms = new ArrayList<>(
                directories.nodes().rooms(poolId).stream().filter(Room::ready).toList());
        Set<MachineShape> open = new HashSet<>(directories.waiting().shapes(poolId));
        open.removeIf(shape -> bestFor(rooms, shape) < 0);
        List<Waiting> chosen = new ArrayList<>();
        for (Waiting one : directories.waiting().of(poolId)) {
            if (open.isEmpty() || chosen.size() == MOST_IN_A_PASS) {
                break;
            }
            if (!open.contains(one.shape())) {
                continue;
            }
            int best = bestFor(rooms, one.shape());
            if (best < 0) {
                // Room only shrinks in a pass: what does not fit now is not looked at again.
                open.remove(one.shape());
            } else {
                rooms.set(best, rooms.get(best).without(one.shape()));
                chosen.add(one);
            }
        }
        return chosen;
    }

    private static int bestFor(List<Room> rooms, MachineShape shape) {
        int best = -1;
        double least = Double.MAX_VALUE;
        for (int i = 0; i < rooms.size(); i++) {
            Room room = rooms.get(i);
            if (room.fits(shape)) {
                double waste = room.waste(shape);
                if (waste < least) {
                    least = waste;
                    best = i;
                }
            }
        }
        return best;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            if (thread.isAlive()) {
                thread.join(Duration.ofSeconds(5));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
