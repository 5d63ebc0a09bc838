package dev.berth.infra.store;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The newest position of the event store as far as this process knows: at once for what it appended itself, within a
 * quarter of a second for the rest. Tells readers how long they have been behind.
 */
public final class EventHead {
    private static final long SAMPLE_NANOS = Duration.ofMillis(50).toNanos();
    private static final int SAMPLES = 256;

    private record Sample(long position, long nanos) {}

    private final AtomicLong position = new AtomicLong();
    private final LongSupplier nanoTime;
    private final Deque<Sample> samples = new ArrayDeque<>();
    private volatile long sampled = Long.MIN_VALUE;

    /** Over the system's clock. */
    public EventHead() {
        this(System::nanoTime);
    }

    EventHead(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The newest position; 0 before the first event. */
    public long position() {
        return position.get();
    }

    /** Notes that this position exists. Lower ones than the newest change nothing. */
    void advance(long to) {
        if (to <= position.get()) {
            return;
        }
        position.accumulateAndGet(to, Math::max);
        long now = nanoTime.getAsLong();
        if (sampled == Long.MIN_VALUE || now - sampled >= SAMPLE_NANOS) {
            sample(now);
        }
    }

    /** To be called now and then, so that what came just after a sample is not forgotten. */
    void tick() {
        boolean missed;
        synchronized (this) {
            Sample newest = samples.peekLast();
            missed = newest == null ? position.get() > 0 : newest.position() < position.get();
        }
        if (missed) {
            sample(nanoTime.getAsLong());
        }
    }

    private synchronized void sample(long now) {
        sampled = now;
        samples.addLast(new Sample(position.get(), now));
        if (samples.size() > SAMPLES) {
            samples.removeFirst();
        }
    }

    /**
     * How long a reader that has come to {@code applied} has been behind: the age of the first newer position, exact to
     * a twentieth of a second. Zero if it has come to the end.
     */
    public Duration behind(long applied) {
        if (applied >= position.get()) {
            return Duration.ZERO;
        }
        synchronized (this) {
            for (Sample sample : samples) {
                if (sample.position() > applied) {
                    return Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - sample.nanos()));
                }
            }
        }
        // The head went past it less than a sample ago.
        return Duration.ZERO;
    }
}
