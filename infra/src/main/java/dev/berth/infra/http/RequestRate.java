package dev.berth.infra.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The rate of requests per token, as a leaky bucket: one number a token says when its bucket will be empty again.
 * Remembers at most so many tokens; one that it forgets, because others were used since, begins anew.
 */
public final class RequestRate {
    private static final long SECOND = 1_000_000_000L;
    private static final int MOST_TOKENS = 100_000;

    private final long interval;
    private final long burst;
    private final LongSupplier nanos;
    private final Cache<String, AtomicLong> emptyAt = Caffeine.newBuilder()
            .maximumSize(MOST_TOKENS)
            .expireAfterAccess(Duration.ofMinutes(1))
            .build();

    /**
     * @param perSecond how many requests a second may go on for ever
     * @param burst     how many may come at once
     * @param nanos     a clock that only goes forward, in nanoseconds
     */
    public RequestRate(int perSecond, int burst, LongSupplier nanos) {
        this.interval = SECOND / perSecond;
        this.burst = burst * this.interval;
        this.nanos = nanos;
    }

    /** Counts one request; 0 if it may go on, or else in how many whole seconds (1 or more) one may. */
    public long take(String token) {
        long now = nanos.getAsLong();
        AtomicLong bucket = emptyAt.get(token, unknown -> new AtomicLong(now));
        while (true) {
            long seen = bucket.get();
            long next = (seen - now > 0 ? seen : now) + interval;
            long excess = next - now - burst;
            if (excess > 0) {
                return Math.ceilDiv(excess, SECOND);
            }
            if (bucket.compareAndSet(seen, next)) {
                return 0;
            }
        }
    }
}
