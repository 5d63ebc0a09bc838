package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Listing;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One listing for many who look at the same time. A listing answers whoever came before it began; it is not made again
 * sooner than the budget likes. Few who look are better off each with a request of their own.
 */
final class SharedLook<T> {

    private static final int FEW = 4;
    private static final Duration LATELY = Duration.ofSeconds(3);

    private record Asked(Instant at, String what) {}

    private final InstantSource clock;
    private final Supplier<Duration> interval;
    private final ReentrantLock turn = new ReentrantLock(true);
    private final ArrayDeque<Asked> lately = new ArrayDeque<>();
    private @Nullable Answer<Listing<T>> last;
    private Instant began = Instant.EPOCH;
    private long listings;

    /** @param interval the least time from one listing to the next */
    SharedLook(InstantSource clock, Supplier<Duration> interval) {
        this.clock = clock;
        this.interval = interval;
    }

    /** Whether so many look at different things that a listing is cheaper. */
    boolean crowded(String what) {
        Instant now = clock.instant();
        synchronized (lately) {
            while (!lately.isEmpty() && lately.peekFirst().at().plus(LATELY).isBefore(now)) {
                lately.removeFirst();
            }
            lately.addLast(new Asked(now, what));
            Set<String> different = new HashSet<>();
            for (Asked asked : lately) {
                different.add(asked.what());
                if (different.size() > FEW) {
                    return true;
                }
            }
            return false;
        }
    }

    /**
     * A listing that began after this call, made by this thread or another.
     *
     * @param patience how long to wait for one to begin
     * @param list makes one; may take several requests
     */
    Answer<Listing<T>> take(Duration patience, Supplier<Answer<Listing<T>>> list) {
        Instant came = clock.instant();
        try {
            if (!turn.tryLock(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                return new Answer.Busy<>("The account is being listed.", interval.get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer.Busy<>("The server is being stopped.", null);
        }
        try {
            Answer<Listing<T>> known = last;
            if (known != null && began.isAfter(came)) {
                return known;
            }
            Duration early = Duration.between(clock.instant(), began.plus(interval.get()));
            if (early.compareTo(patience) > 0) {
                return new Answer.Busy<>("The account was listed a moment ago.", early);
            }
            pause(early);
            began = clock.instant();
            listings++;
            Answer<Listing<T>> made = list.get();
            last = made;
            return made;
        } finally {
            turn.unlock();
        }
    }

    /** How many were made. */
    long listings() {
        turn.lock();
        try {
            return listings;
        } finally {
            turn.unlock();
        }
    }

    private void pause(Duration pause) {
        Instant end = clock.instant().plus(pause);
        while (clock.instant().isBefore(end) && !Thread.currentThread().isInterrupted()) {
            java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
        }
    }
}
