package dev.berth.infra.store;

import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.axonframework.eventhandling.GapAwareTrackingToken;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.serialization.SerializationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest events, read once for all readers that are up to date, by one thread that is woken by each append of this
 * process and looks by itself four times a second.
 *
 * <p>Owns: the thread and a bounded chain of the newest events. Does not own: readers' positions. Invariants: the chain
 * holds every event after its first token exactly once; while appends come one after the other they are read together,
 * {@value #TOGETHER_MILLIS} ms of them at a time, since a batch costs its readers much the same however many events it
 * holds, and sooner where somebody waits to see what was written. An event below which positions are missing is held back for a
 * moment, since those are usually about to be committed; after that it is passed on and the token remembers the gaps. On
 * failure: the thread tries again; what can't be read stops the readers with its error and is tried again.
 */
final class EventTail implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventTail.class);
    private static final int KEPT = 10_000;
    private static final int BATCH = 500;
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long GAP_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long HOLD_BACK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long TOGETHER_MILLIS = 20;
    private static final long TOGETHER_NANOS = TimeUnit.MILLISECONDS.toNanos(TOGETHER_MILLIS);
    private static final long IN_A_HURRY_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** A place in the chain: the event with its position, the token after it, and what came next. */
    static final class Node {
        final @Nullable TrackedEventMessage<?> event;
        final long index;
        final GapAwareTrackingToken token;
        volatile @Nullable Node next;
        volatile boolean cut;

        Node(@Nullable TrackedEventMessage<?> event, long index, GapAwareTrackingToken token) {
            this.event = event;
            this.index = index;
            this.token = token;
        }
    }

    private final EventSource source;
    private final EventHead head;
    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Condition wake = lock.newCondition();
    private boolean woken;
    private boolean inAHurry;
    private long lookedAt = System.nanoTime() - TOGETHER_NANOS;
    private volatile boolean closed;
    private volatile @Nullable Node oldest;
    private volatile @Nullable Node newest;
    private volatile @Nullable RuntimeException unreadable;
    private boolean failing;
    private int kept;
    private long heldSince;

    EventTail(EventSource source, EventHead head) {
        this.source = source;
        this.head = head;
    }

    /** Where the chain begins; the first caller makes it begin at its own token. */
    Node join(GapAwareTrackingToken token) {
        lock.lock();
        try {
            Node first = oldest;
            if (first == null) {
                first = new Node(null, token.getIndex(), token);
                newest = first;
                oldest = first;
                Thread.ofPlatform().name("event-tail").daemon(true).start(this::run);
            }
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** Something was appended. */
    void wake() {
        lock.lock();
        try {
            woken = true;
            wake.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Somebody waits to see what was appended. */
    void hurry() {
        lock.lock();
        try {
            inAHurry = true;
            wake.signal();
        } finally {
            lock.unlock();
        }
    }

    /** To be run whenever the chain has grown. */
    void listen(Runnable listener) {
        listeners.add(listener);
    }

    void unlisten(Runnable listener) {
        listeners.remove(listener);
    }

    /** Waits until the chain has grown past this node, it is cut, or the time is over. */
    void await(Node node, long nanos) throws InterruptedException {
        long left = nanos;
        lock.lockInterruptibly();
        try {
            while (node.next == null && !node.cut && !closed && left > 0) {
                left = changed.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Throws what keeps the thread from reading on, if it is something that waiting does not cure. */
    void check() {
        RuntimeException broken = unreadable;
        if (broken != null) {
            throw broken;
        }
    }

    /** How many positions are missing at the end that may still be filled. */
    int gaps() {
        Node last = newest;
        return last == null ? 0 : last.token.getGaps().size();
    }

    private void run() {
        while (!closed) {
            long pause;
            try {
                pause = step();
                unreadable = null;
                failing = false;
            } catch (RuntimeException e) {
                pause = RETRY_NANOS;
                report(e);
                failing = true;
            }
            try {
                pause(pause);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void report(RuntimeException e) {
        if (e instanceof SerializationException) {
            unreadable = e;
            announce();
        }
        if (failing || closed) {
            return;
        }
        if (unreadable != null) {
            LOG.atError().setCause(e).log("An event can't be read; its readers are stopped");
        } else {
            LOG.atWarn().addKeyValue("reason", e.getMessage()).log("Reading events failed; trying again");
        }
    }

    /** Reads once and answers how long to wait before the next time; 0 for not at all. */
    private long step() {
        Node before = Objects.requireNonNull(newest);
        EventSource.Page page = source.after(before.token, BATCH);
        int ready = ready(before.token, page);
        try {
            page.events().subList(0, ready).forEach(this::append);
        } finally {
            Node last = Objects.requireNonNull(newest);
            if (last != before) {
                head.advance(last.token.getIndex());
                announce();
            }
            head.tick();
        }
        if (ready < page.events().size()) {
            return GAP_POLL_NANOS;
        }
        return page.full() ? 0 : POLL_NANOS;
    }

    /** How many of the events may be passed on now. */
    private int ready(GapAwareTrackingToken from, EventSource.Page page) {
        int size = page.events().size();
        GapAwareTrackingToken before = from;
        for (int i = 0; i < size; i++) {
            GapAwareTrackingToken token = page.events().get(i).token();
            if (token.getGaps().size() > before.getGaps().size()) {
                return heldBack() ? i : size;
            }
            before = token;
        }
        heldSince = 0;
        return size;
    }

    private boolean heldBack() {
        long now = System.nanoTime();
        if (heldSince == 0) {
            heldSince = now;
        }
        return now - heldSince < HOLD_BACK_NANOS;
    }

    private void append(EventSource.Row row) {
        TrackedEventMessage<?> event = source.message(row);
        // Parsed here, once for all readers, and so that what can't be parsed stops them all at the same place.
        event.getPayload();
        Node node = new Node(event, row.index(), row.token());
        Objects.requireNonNull(newest).next = node;
        newest = node;
        if (++kept > KEPT) {
            Node first = Objects.requireNonNull(oldest);
            oldest = first.next;
            first.cut = true;
            first.next = null;
            kept--;
        }
    }

    private void announce() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        listeners.forEach(Runnable::run);
    }

    private void pause(long nanos) throws InterruptedException {
        if (nanos == 0) {
            return;
        }
        long now = System.nanoTime();
        long end = now + nanos;
        lock.lockInterruptibly();
        try {
            while (!closed && now < end) {
                // While a gap is waited for, an append is no reason to look sooner than in a millisecond.
                long due = woken && nanos != GAP_POLL_NANOS
                        ? lookedAt + (inAHurry ? IN_A_HURRY_NANOS : TOGETHER_NANOS)
                        : end;
                if (due <= now) {
                    break;
                }
                wake.awaitNanos(Math.min(due, end) - now);
                now = System.nanoTime();
            }
            woken = false;
            inAHurry = false;
            lookedAt = now;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        lock.lock();
        try {
            wake.signalAll();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
