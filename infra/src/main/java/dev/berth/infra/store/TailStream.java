package dev.berth.infra.store;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.axonframework.eventhandling.GapAwareTrackingToken;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.TrackingEventStream;
import org.jspecify.annotations.Nullable;

/**
 * One reader's way through the events: by itself while it is behind, along the common tail once it has caught up, and by
 * itself again when the tail has left it behind. For one thread at a time.
 */
final class TailStream implements TrackingEventStream {
    private static final int BATCH = 500;
    private static final int JOIN_ATTEMPTS = 20;
    private static final long JOIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final EventSource source;
    private final EventTail tail;
    private final Deque<EventSource.Row> batch = new ArrayDeque<>();
    private GapAwareTrackingToken position;
    private EventTail.@Nullable Node node;
    /** Whether everything that the tail has delivered up to {@link #node} is all that was delivered here. */
    private boolean inStep;

    private @Nullable TrackedEventMessage<?> peeked;
    private @Nullable Runnable listener;
    private volatile boolean closed;

    TailStream(EventSource source, EventTail tail, GapAwareTrackingToken start) {
        this.source = source;
        this.tail = tail;
        this.position = start;
    }

    @Override
    public Optional<TrackedEventMessage<?>> peek() {
        if (peeked == null) {
            peeked = poll();
        }
        return Optional.ofNullable(peeked);
    }

    @Override
    public boolean hasNextAvailable(int timeout, TimeUnit unit) throws InterruptedException {
        long end = System.nanoTime() + unit.toNanos(timeout);
        while (peek().isEmpty()) {
            EventTail.Node at = node;
            long left = end - System.nanoTime();
            if (left <= 0 || closed) {
                return false;
            }
            if (at != null) {
                tail.await(at, left);
            }
        }
        return true;
    }

    @Override
    public TrackedEventMessage<?> nextAvailable() throws InterruptedException {
        while (!hasNextAvailable(Integer.MAX_VALUE, TimeUnit.MILLISECONDS)) {
            if (closed) {
                throw new IllegalStateException("The stream is closed");
            }
        }
        TrackedEventMessage<?> next = Objects.requireNonNull(peeked);
        peeked = null;
        return next;
    }

    @Override
    public boolean setOnAvailableCallback(Runnable callback) {
        if (listener != null) {
            tail.unlisten(listener);
        }
        // A callback of its own, so that two streams with the same one do not unregister each other.
        listener = () -> callback.run();
        tail.listen(listener);
        return true;
    }

    @Override
    public void close() {
        closed = true;
        if (listener != null) {
            tail.unlisten(listener);
        }
        batch.clear();
        node = null;
    }

    private @Nullable TrackedEventMessage<?> poll() {
        int attempts = 0;
        while (!closed) {
            EventTail.Node at = node;
            if (at == null) {
                TrackedEventMessage<?> next = read();
                if (next != null) {
                    return next;
                }
                // The tail may have seen in a later reading what this one has not seen yet.
                if (node == null && ++attempts > JOIN_ATTEMPTS) {
                    return null;
                } else if (node == null) {
                    LockSupport.parkNanos(JOIN_PAUSE_NANOS);
                }
                continue;
            }
            EventTail.Node following = at.next;
            if (following == null) {
                if (at.cut) {
                    node = null;
                    continue;
                }
                tail.check();
                return null;
            }
            node = following;
            TrackedEventMessage<?> next = take(following);
            if (next != null) {
                return next;
            }
        }
        return null;
    }

    /** The tail's event as this reader's next one; null if it had it already. */
    private @Nullable TrackedEventMessage<?> take(EventTail.Node following) {
        TrackedEventMessage<?> event = Objects.requireNonNull(following.event);
        if (inStep) {
            position = following.token;
            return event;
        }
        boolean seen = Positions.seen(position, following.index);
        position = Positions.of(position.upperBound(following.token));
        inStep = following.token.covers(position);
        return seen ? null : event.withTrackingToken(position);
    }

    private @Nullable TrackedEventMessage<?> read() {
        if (batch.isEmpty()) {
            EventSource.Page page = source.after(position, BATCH);
            batch.addAll(page.events());
            if (batch.isEmpty()) {
                position = page.after();
                join();
                return null;
            }
        }
        EventSource.Row row = batch.removeFirst();
        boolean converted = false;
        try {
            TrackedEventMessage<?> event = source.message(row);
            position = row.token();
            converted = true;
            return event;
        } finally {
            if (!converted) {
                // What can't be read stays the next one, and is read anew.
                batch.clear();
            }
        }
    }

    private void join() {
        EventTail.Node first = tail.join(position);
        if (position.covers(first.token)) {
            node = first;
            inStep = first.token.covers(position);
        }
    }
}
