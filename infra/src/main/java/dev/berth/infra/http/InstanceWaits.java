package dev.berth.infra.http;

import dev.berth.api.instance.InstanceView;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.context.SmartLifecycle;

/**
 * Holds answers back until an instance is what is wanted of it.
 *
 * <p>Owns: who waits for which instance, and how many wait per tenant. Does not own: what an instance is; that is read
 * again whenever the read model says that it changed. Invariants: nobody waits longer than asked, nor past the end of
 * the server. On failure: a change that was not told is found within {@value #RECHECK_MS} ms.
 */
public final class InstanceWaits implements SmartLifecycle {
    private static final long RECHECK_MS = 1000;

    private final int mostPerTenant;
    private final Map<String, Integer> perTenant = new ConcurrentHashMap<>();
    private final Map<String, Set<Semaphore>> waiting = new ConcurrentHashMap<>();
    private volatile boolean running = true;

    /** The server's graceful stop waits for requests under way, so that waits must have ended before it begins. */
    @Override
    public int getPhase() {
        return DEFAULT_PHASE;
    }

    /** @param mostPerTenant how many calls of one tenant may wait at once */
    public InstanceWaits(int mostPerTenant) {
        this.mostPerTenant = mostPerTenant;
    }

    /** A place to wait in; it must be closed. */
    public final class Place implements AutoCloseable {
        private final String tenantId;

        private Place(String tenantId) {
            this.tenantId = tenantId;
        }

        /**
         * Waits until the instance has reached its desired state, or {@code error}, or the time is up.
         *
         * @param first the instance as it was last read
         * @param read  reads it again
         * @return the instance as it then is
         */
        public InstanceView await(InstanceView first, Duration timeout, Supplier<Optional<InstanceView>> read) {
            return InstanceWaits.this.await(first, timeout, read);
        }

        @Override
        public void close() {
            perTenant.computeIfPresent(tenantId, (tenant, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Takes a place for a call of this tenant; empty where all are taken. */
    public Optional<Place> enter(String tenantId) {
        boolean[] entered = new boolean[1];
        perTenant.compute(tenantId, (tenant, count) -> {
            int now = count == null ? 0 : count;
            entered[0] = now < mostPerTenant;
            return entered[0] ? Integer.valueOf(now + 1) : count;
        });
        return entered[0] ? Optional.of(new Place(tenantId)) : Optional.empty();
    }

    private InstanceView await(InstanceView first, Duration timeout, Supplier<Optional<InstanceView>> read) {
        long deadline = System.nanoTime() + timeout.toNanos();
        Semaphore signal = new Semaphore(0);
        waiting.compute(first.id(), (id, others) -> {
            Set<Semaphore> signals = others == null ? ConcurrentHashMap.newKeySet() : others;
            signals.add(signal);
            return signals;
        });
        try {
            InstanceView seen = read.get().orElse(first);
            long left = deadline - System.nanoTime();
            while (running && left > 0 && !settled(seen)) {
                signal.tryAcquire(Math.min(left, TimeUnit.MILLISECONDS.toNanos(RECHECK_MS)), TimeUnit.NANOSECONDS);
                signal.drainPermits();
                seen = read.get().orElse(seen);
                left = deadline - System.nanoTime();
            }
            return seen;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return first;
        } finally {
            waiting.computeIfPresent(first.id(), (id, signals) -> {
                signals.remove(signal);
                return signals.isEmpty() ? null : signals;
            });
        }
    }

    /** The read model shows another version of this instance. */
    public void changed(String instanceId) {
        Set<Semaphore> signals = waiting.get(instanceId);
        if (signals != null) {
            signals.forEach(Semaphore::release);
        }
    }

    static boolean settled(InstanceView view) {
        return switch (view.state()) {
            case ERROR -> true;
            case RUNNING, STOPPED, DELETED ->
                view.state().name().equals(view.desiredState().name());
            default -> false;
        };
    }

    @Override
    public void start() {
        running = true;
    }

    /** Ends all waits: the server stops, and they are answered with what is known. */
    @Override
    public void stop() {
        running = false;
        waiting.keySet().forEach(this::changed);
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
