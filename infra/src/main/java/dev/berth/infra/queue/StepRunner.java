package dev.berth.infra.queue;

import dev.berth.infra.queue.RunnerHooks.Abandoned;
import dev.berth.infra.queue.RunnerHooks.Moment;
import dev.berth.infra.queue.StepKind.Ending;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes due steps and has them done: one resource at a time, many resources at once, of each host only so many that one
 * which hangs holds up no other.
 *
 * <p>Owns: which rows this process has in work, their pauses and their end.<br>
 * Does not own: what a step does.<br>
 * Invariants: a row is worked on under a lease and a fence; it is deleted only where nothing else is wanted since it was
 * taken; no transaction is open while it is worked on.<br>
 * On failure: the row is tried again after a pause that doubles, for ever; a runner that is gone leaves rows whose lease
 * ends.
 */
public final class StepRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StepRunner.class);

    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int MOST_ENDED = 500;

    private final String owner;
    private final StepRows rows;
    private final Map<String, StepKind> kinds;
    private final Wakeups wakeups;
    private final ReconcileSettings settings;
    private final RandomGenerator random;
    private final RunnerHooks hooks;
    private final ExecutorService work = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, Integer> busy = new HashMap<>();
    private final Queue<StepRow> done = new ConcurrentLinkedQueue<>();
    private volatile boolean running;
    private volatile boolean abandoned;
    private @Nullable Thread taker;

    /** @param owner a name that no other runner has or had */
    public StepRunner(
            String owner,
            StepRows rows,
            List<StepKind> kinds,
            Wakeups wakeups,
            ReconcileSettings settings,
            RandomGenerator random,
            RunnerHooks hooks) {
        this.owner = owner;
        this.rows = rows;
        this.kinds = kinds.stream().collect(Collectors.toMap(StepKind::name, Function.identity()));
        this.wakeups = wakeups;
        this.settings = settings;
        this.random = random;
        this.hooks = hooks;
    }

    /** Begins to take steps. */
    public synchronized void start() {
        if (!running && !settings.paused()) {
            running = true;
            taker = Thread.ofVirtual().name("steps").start(this::takeAll);
        }
    }

    /** Rounds come one after another only so fast that each has several steps to end and to take. */
    private void takeAll() {
        while (running && !abandoned) {
            long begun = System.nanoTime();
            try {
                endAll();
                takeSome();
                wakeups.await(settings.poll());
                long early = begun + ROUND_NANOS - System.nanoTime();
                if (early > 0) {
                    TimeUnit.NANOSECONDS.sleep(early);
                }
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                LOG.atWarn().addKeyValue("reason", e.getMessage()).log("Steps can't be taken or ended; tried again");
                pause();
            }
        }
    }

    /** Ends the steps that are done. Until then their leases hold, so nobody takes them again meanwhile. */
    private void endAll() {
        List<StepRow> some = new ArrayList<>();
        StepRow next = done.poll();
        while (next != null) {
            some.add(next);
            next = some.size() < MOST_ENDED ? done.poll() : null;
        }
        if (some.isEmpty()) {
            return;
        }
        try {
            if (!rows.done(some)) {
                wakeups.signal();
            }
        } catch (RuntimeException e) {
            done.addAll(some);
            throw e;
        }
        if (hooks != RunnerHooks.NONE && !work.isShutdown()) {
            // Each by itself, as they ended: a test may hold one of them.
            some.forEach(row -> work.execute(() -> gone(row)));
        }
        if (!done.isEmpty()) {
            wakeups.signal();
        }
    }

    private void gone(StepRow row) {
        try {
            hooks.at(Moment.DONE, row);
        } catch (Abandoned e) {
            abandoned = true;
        }
    }

    private void takeSome() {
        List<StepRow> taken = rows.take(owner, busyHosts(), settings.perHost(), settings.lease());
        for (StepRow row : taken) {
            count(row.host(), 1);
            work.execute(() -> {
                try {
                    work(row);
                } catch (Abandoned e) {
                    abandoned = true;
                } finally {
                    ended(row.host());
                }
            });
        }
    }

    private void work(StepRow row) {
        try {
            hooks.at(Moment.TAKEN, row);
            StepKind kind = kinds.get(row.kind());
            if (kind == null) {
                throw new IllegalStateException("Nobody does steps of kind " + row.kind());
            }
            end(row, kind.run(row, hooks, settings.driverDeadline()));
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("resourceId", row.resourceId())
                    .addKeyValue("attempt", row.attempts() + 1)
                    .setCause(e)
                    .log("A step could not be done; it is tried again");
            backOff(row, String.valueOf(e.getMessage()));
        }
    }

    private void end(StepRow row, Ending ending) {
        if (abandoned) {
            return;
        }
        switch (ending) {
            case Ending.Done nothing -> {
                done.add(row);
                wakeups.signal();
            }
            case Ending.TryAgain tryAgain -> backOff(row, tryAgain.reason());
            case Ending.Later later -> putBack(row, later.pause(), later.reason());
            case Ending.Superseded superseded -> {
                // Ours by the queue and yet behind the host: only numbers that were set back can do that.
                if (rows.free(row)) {
                    rows.raiseFences(superseded.seen());
                    wakeups.signal();
                }
            }
        }
    }

    private void backOff(StepRow row, String reason) {
        putBack(row, pauseAfter(row.attempts()), reason);
    }

    private void putBack(StepRow row, Duration pause, String reason) {
        if (abandoned || Thread.interrupted()) {
            // Interrupted by a stop, which gives the lease back itself.
            return;
        }
        try {
            rows.backOff(row, pause, reason);
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("resourceId", row.resourceId())
                    .addKeyValue("reason", e.getMessage())
                    .log("A step could not be put back; it is taken again when its lease ends");
        }
    }

    /** Between half and all of the pause that doubles with each try, so that many that failed together come apart. */
    private Duration pauseAfter(int attempts) {
        long longest = settings.maxBackoff().toMillis();
        long doubled = settings.backoff().toMillis() << Math.min(attempts, 20);
        long full = Math.max(1, Math.min(longest, doubled));
        return Duration.ofMillis(full - random.nextLong(full / 2 + 1));
    }

    private synchronized Map<String, Integer> busyHosts() {
        return new HashMap<>(busy);
    }

    private synchronized void count(String host, int change) {
        busy.merge(host, change, Integer::sum);
        busy.remove(host, 0);
    }

    private void ended(String host) {
        boolean full;
        synchronized (this) {
            full = busy.getOrDefault(host, 0) >= settings.perHost();
            count(host, -1);
        }
        if (full) {
            wakeups.signal();
        }
    }

    private void pause() {
        try {
            Thread.sleep(settings.poll());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes nothing more, and lets what is at the hosts end, for a while; the rest is given back. */
    @Override
    public void close() {
        stopTaking();
        work.shutdown();
        try {
            if (!work.awaitTermination(settings.stopWithin().toMillis(), TimeUnit.MILLISECONDS)) {
                work.shutdownNow();
                if (!work.awaitTermination(1, TimeUnit.SECONDS)) {
                    LOG.atWarn().log("Some steps did not end; their leases are given back");
                }
            }
        } catch (InterruptedException e) {
            work.shutdownNow();
            Thread.currentThread().interrupt();
        }
        if (!abandoned) {
            while (!done.isEmpty()) {
                endAll();
            }
            rows.release(owner);
        }
    }

    /** Leaves everything as it is, as if the process had been killed. For tests. */
    void abandon() {
        abandoned = true;
        stopTaking();
        work.shutdownNow();
    }

    /** Not by an interrupt, which would close the connection that it may be using. */
    private void stopTaking() {
        running = false;
        wakeups.signal();
        Thread thread = taker;
        if (thread != null) {
            try {
                thread.join(Duration.ofSeconds(2));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
