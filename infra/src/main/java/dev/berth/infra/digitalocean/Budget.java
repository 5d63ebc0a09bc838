package dev.berth.infra.digitalocean;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The requests that one credential may make, shared by everything that uses it.
 *
 * <p>Owns: when the next request may be sent, and how often one should look at what takes time.<br>
 * Does not own: what is sent.<br>
 * Invariants: in any minute and any hour at most so many requests are sent; while the provider has said to wait, none is;
 * the last tenth of each is left to requests that change something.<br>
 * On failure: a request that can't be sent soon is not sent, and told when it may be.
 */
final class Budget {

    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LONGEST_BLOCK = Duration.ofMinutes(5);
    private static final int RESERVE = 10;

    private final InstantSource clock;
    private final Window minute;
    private final Window hour;
    private Instant blockedUntil = Instant.EPOCH;
    /** What the provider said is left, others that use the credential included; negative while it has said nothing. */
    private long toldRemaining = -1;

    private long toldLimit = 1;
    private Instant toldReset = Instant.EPOCH;

    Budget(int perMinute, int perHour, InstantSource clock) {
        this.clock = clock;
        this.minute = new Window(perMinute, MINUTE);
        this.hour = new Window(perHour, HOUR);
    }

    /** The times of what was sent within a span. */
    private static final class Window {
        private final int most;
        private final Duration span;
        private final ArrayDeque<Instant> sent = new ArrayDeque<>();

        Window(int most, Duration span) {
            this.most = most;
            this.span = span;
        }

        int free(Instant now) {
            while (!sent.isEmpty() && !sent.peekFirst().plus(span).isAfter(now)) {
                sent.removeFirst();
            }
            return most - sent.size();
        }

        /** When so many will be free. */
        Instant when(int wanted, Instant now) {
            int missing = wanted - free(now);
            if (missing <= 0) {
                return now;
            }
            return sent.stream()
                    .skip(missing - 1L)
                    .findFirst()
                    .map(it -> it.plus(span))
                    .orElse(now.plus(span));
        }
    }

    /**
     * Takes one request out of the budget, waiting for it if it is free soon.
     *
     * @param changes whether the request changes something
     * @param patience how long to wait at most
     * @throws NotSent when it would have to wait longer
     */
    void take(boolean changes, Duration patience) {
        Instant end = clock.instant().plus(patience);
        while (true) {
            Duration wait;
            synchronized (this) {
                Instant now = clock.instant();
                Instant at = when(changes, now);
                if (!at.isAfter(now)) {
                    minute.sent.addLast(now);
                    hour.sent.addLast(now);
                    if (toldRemaining > 0) {
                        toldRemaining--;
                    }
                    return;
                }
                wait = Duration.between(now, at);
                if (at.isAfter(end)) {
                    throw NotSent.busy("The account's requests are used up for the moment.", wait);
                }
            }
            LockSupport.parkNanos(Math.min(wait.toNanos(), 50_000_000));
            if (Thread.currentThread().isInterrupted()) {
                throw NotSent.busy("The server is being stopped.", null);
            }
        }
    }

    private Instant when(boolean changes, Instant now) {
        Instant at = latest(
                minute.when(changes ? 1 : 1 + minute.most / RESERVE, now),
                hour.when(changes ? 1 : 1 + hour.most / RESERVE, now));
        at = latest(at, blockedUntil);
        boolean told = toldRemaining >= 0 && now.isBefore(toldReset);
        if (told && toldRemaining <= (changes ? 0 : toldLimit / RESERVE / 2)) {
            // Others use the credential too. The window slides, so some may be free sooner than the provider says.
            at = latest(at, earliest(toldReset, now.plusSeconds(15)));
        }
        return at;
    }

    private static Instant latest(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }

    private static Instant earliest(Instant a, Instant b) {
        return a.isBefore(b) ? a : b;
    }

    /** What the headers of an answer said of the hour: how many there are in all, and how many are left. */
    synchronized void told(long limit, long remaining, @Nullable Instant reset) {
        toldRemaining = remaining;
        toldLimit = Math.max(1, limit);
        Instant now = clock.instant();
        // Until it says something else, but not for longer than a look costs.
        toldReset = earliest(reset == null ? now.plus(MINUTE) : reset, now.plus(MINUTE));
    }

    /**
     * The provider refused a request because there were too many.
     *
     * @param retryAfter from its header; absent where the limit of the hour was met
     * @param reset when the oldest request of the hour stops counting
     */
    synchronized Duration tooMany(@Nullable Duration retryAfter, @Nullable Instant reset) {
        Instant now = clock.instant();
        Instant until = retryAfter != null ? now.plus(retryAfter) : reset != null ? reset : now.plusSeconds(5);
        until = earliest(latest(until, now.plusSeconds(1)), now.plus(LONGEST_BLOCK));
        blockedUntil = latest(blockedUntil, until);
        return Duration.between(now, until);
    }

    /** How many requests may be sent now. */
    synchronized int left() {
        Instant now = clock.instant();
        return now.isBefore(blockedUntil) ? 0 : Math.min(minute.free(now), hour.free(now));
    }

    /** How long to leave between two looks at the same: longer, the less is left. */
    synchronized Duration pollInterval() {
        Instant now = clock.instant();
        double left = Math.min((double) minute.free(now) / minute.most, (double) hour.free(now) / hour.most);
        if (toldRemaining >= 0 && now.isBefore(toldReset)) {
            left = Math.min(left, (double) toldRemaining / toldLimit);
        }
        if (left > 0.5) {
            return Duration.ofSeconds(1);
        }
        return left > 0.25 ? Duration.ofSeconds(3) : left > 0.1 ? Duration.ofSeconds(10) : Duration.ofSeconds(30);
    }
}
