package dev.berth.infra.feed;

import dev.berth.query.feed.FeedQueries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one reader of the feed's end, for all who follow it.
 *
 * <p>Owns: its thread, and the newest events in memory. Does not own: who gets which. Invariants: what it holds is dense,
 * in order, and stored; while nobody follows it reads nothing; how far a follower is behind is of no concern to it. On
 * failure: a lost database is tried again until it is back; nothing is passed over.
 */
public final class FeedTail implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FeedTail.class);
    private static final int HELD = 8_192;
    private static final int AT_ONCE = 500;
    private static final long LOOK_MILLIS = 500;

    private final FeedQueries feed;
    private final Thread thread;
    private final Semaphore news = new Semaphore(0);
    private final AtomicInteger followers = new AtomicInteger();
    private final List<Consumer<Set<String>>> listeners = new CopyOnWriteArrayList<>();
    private final @Nullable FeedEvent[] ring = new @Nullable FeedEvent[HELD];
    private final Object lock = new Object();
    /** The positions that the ring holds: first inclusive to last inclusive; nothing where first is beyond last. */
    private long first = 1;

    private long last;
    private boolean following;
    private volatile boolean closed;

    /** Over this feed. */
    public FeedTail(FeedQueries feed) {
        this.feed = feed;
        this.thread = Thread.ofPlatform().name("feed-tail").daemon(true).unstarted(this::run);
    }

    /** Begins to read whenever somebody follows. */
    public void start() {
        thread.start();
    }

    /** Tells that the feed has grown. Costs next to nothing. */
    public void wake() {
        if (news.availablePermits() == 0 && followers.get() > 0) {
            news.release();
        }
    }

    /** Has the listener told which tenants have new events. It is called by the reading thread and must not block. */
    public void onNews(Consumer<Set<String>> listener) {
        listeners.add(listener);
    }

    /** Somebody follows from now on. */
    public void follow() {
        followers.incrementAndGet();
        wake();
    }

    /** Whoever followed does no more. */
    public void unfollow() {
        followers.decrementAndGet();
    }

    /**
     * What is held after a position.
     *
     * @param events those that are wanted, in order
     * @param to     the position up to which all was looked at
     */
    public record Slice(List<FeedEvent> events, long to) {}

    /** At most so many events after a position; null where not all that follows it is held. */
    @Nullable
    Slice after(long position, Predicate<FeedEvent> wanted, int limit) {
        synchronized (lock) {
            if (!following || position + 1 < first || position > last) {
                return null;
            }
            List<FeedEvent> events = new ArrayList<>();
            long at = position;
            while (at < last && events.size() < limit) {
                at++;
                FeedEvent event = ring[(int) (at % HELD)];
                if (event != null && wanted.test(event)) {
                    events.add(event);
                }
            }
            return new Slice(events, at);
        }
    }

    private void run() {
        while (!closed) {
            try {
                if (followers.get() == 0) {
                    forget();
                    news.acquire();
                } else {
                    while (!closed && !read().isEmpty()) {
                        // Until the end.
                    }
                    news.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                }
                news.drainPermits();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException e) {
                rest(e);
            }
        }
    }

    /** Takes in what is new; empty at the end. */
    private List<FeedEvent> read() {
        begin();
        List<FeedEvent> events =
                feed.after(last, AT_ONCE).stream().map(FeedEvent::of).toList();
        if (events.isEmpty()) {
            return events;
        }
        Set<String> tenants = new HashSet<>();
        synchronized (lock) {
            for (FeedEvent event : events) {
                ring[(int) (event.position() % HELD)] = event;
                tenants.add(event.tenantId());
            }
            last = events.getLast().position();
            first = Math.max(first, last - HELD + 1);
        }
        listeners.forEach(listener -> listener.accept(tenants));
        return events;
    }

    private void begin() {
        if (!following) {
            long end = feed.head().position();
            synchronized (lock) {
                last = end;
                first = end + 1;
                following = true;
            }
        }
    }

    private void forget() {
        synchronized (lock) {
            following = false;
            java.util.Arrays.fill(ring, null);
        }
    }

    private void rest(RuntimeException e) {
        if (!closed) {
            log.atWarn()
                    .addKeyValue("reason", String.valueOf(e.getMessage()))
                    .log("The feed can't be read; trying again");
            java.util.concurrent.locks.LockSupport.parkNanos(
                    Duration.ofMillis(LOOK_MILLIS).toNanos());
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            if (thread.isAlive()) {
                thread.join(Duration.ofSeconds(2));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
