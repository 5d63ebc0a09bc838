package dev.berth.infra.store;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventsourcing.eventstore.EventStoreException;
import org.axonframework.modelling.command.ConcurrencyException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the appends of many commands with one statement, in the order in which they were decided, so that a command
 * gives its locks back before the disk has answered and the next one goes on from there.
 *
 * <p>Owns: the order of appends, and who writes (one of those who wait, for all of them). Does not own: the statement.
 * Invariants: an answer is given only once everything that its decision may have seen is durable; what was decided on
 * something that then failed fails as well and is decided anew. On failure: the appends that were lost are told so, a new
 * epoch begins, and everything that was cached is forgotten.
 */
final class AppendQueue {
    private static final int MOST_ROWS = 500;

    /** Writes events as one transaction. */
    @FunctionalInterface
    interface Writer {
        void write(List<? extends EventMessage<?>> events) throws SQLException;
    }

    /** Makes of a failed write what its command shall see. */
    @FunctionalInterface
    interface Failed {
        RuntimeException of(SQLException failure, EventMessage<?> first);
    }

    /** What one unit of work appends. */
    static final class Entry {
        private final List<? extends EventMessage<?>> events;
        private final Set<String> streams;
        private boolean done;
        private @Nullable RuntimeException failure;

        private Entry(List<? extends EventMessage<?>> events) {
            this.events = List.copyOf(events);
            this.streams = events.stream()
                    .map(event -> EventInsert.stream((DomainEventMessage<?>) event))
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    private final Writer writer;
    private final Failed failed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Entry> waiting = new ArrayDeque<>();
    private final Map<String, Entry> newest = new ConcurrentHashMap<>();
    private final List<Runnable> forgetters = new CopyOnWriteArrayList<>();
    private @Nullable Entry last;
    private boolean writing;
    private volatile long epoch;

    AppendQueue(Writer writer, Failed failed) {
        this.writer = writer;
        this.failed = failed;
    }

    /** To be run when an append was lost: what is cached may rest on it. */
    void onLoss(Runnable forgetter) {
        forgetters.add(forgetter);
    }

    /** Changes with every append that was lost. What was seen in one epoch says nothing in the next. */
    long epoch() {
        return epoch;
    }

    /** The epoch of a decision that begins now; nothing that was lost before is cached any more. */
    long begin() {
        lock.lock();
        try {
            return epoch;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Puts events at the end.
     *
     * @param since the epoch in which the decision began
     * @throws ConcurrencyException if an append was lost since then
     */
    Entry add(List<? extends EventMessage<?>> events, long since) {
        Entry entry = new Entry(events);
        lock.lock();
        try {
            check(since);
            waiting.add(entry);
            last = entry;
            entry.streams.forEach(stream -> newest.put(stream, entry));
            return entry;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until these events are durable, and writes them and others if nobody does. Throws if they were lost. */
    void flush(Entry entry) {
        settle(entry);
        if (entry.failure != null) {
            throw entry.failure;
        }
    }

    /** Waits until all that was put in so far is durable; for decisions that append nothing but may have seen it. */
    void flushAll(long since) {
        Entry end;
        lock.lock();
        try {
            end = last;
        } finally {
            lock.unlock();
        }
        if (end != null) {
            settle(end);
        }
        check(since);
    }

    /** Waits until what was put in for this stream can be read, or was lost. */
    void awaitReadable(String stream) {
        Entry entry = newest.get(stream);
        if (entry != null) {
            settle(entry);
        }
    }

    private void check(long since) {
        if (since != epoch) {
            throw new ConcurrencyException("An append was lost on which this decision may rest");
        }
    }

    private void settle(Entry entry) {
        while (true) {
            List<Entry> batch;
            lock.lock();
            try {
                while (writing && !entry.done) {
                    changed.awaitUninterruptibly();
                }
                if (entry.done) {
                    return;
                }
                writing = true;
                batch = take();
            } finally {
                lock.unlock();
            }
            write(batch);
        }
    }

    private List<Entry> take() {
        List<Entry> batch = new ArrayList<>();
        int rows = 0;
        while (!waiting.isEmpty()
                && (batch.isEmpty() || rows + waiting.getFirst().events.size() <= MOST_ROWS)) {
            Entry next = waiting.removeFirst();
            rows += next.events.size();
            batch.add(next);
        }
        return batch;
    }

    private void write(List<Entry> batch) {
        RuntimeException unexpected = null;
        int written = 0;
        try {
            written = attempt(batch);
        } catch (RuntimeException | Error e) {
            unexpected = new EventStoreException("Events could not be appended", e);
        } finally {
            finish(batch, written, unexpected);
        }
    }

    /** Writes all of them, or those before the first one that can't be written; answers how many. */
    private int attempt(List<Entry> batch) {
        try {
            writer.write(batch.stream().flatMap(entry -> entry.events.stream()).toList());
            return batch.size();
        } catch (SQLException e) {
            if (batch.size() == 1 || Failures.kind(e) == Failures.Kind.UNAVAILABLE) {
                batch.forEach(entry -> entry.failure = failed.of(e, entry.events.getFirst()));
                return 0;
            }
        }
        // One of them is at fault: each by itself, up to that one.
        for (int i = 0; i < batch.size(); i++) {
            try {
                writer.write(batch.get(i).events);
            } catch (SQLException e) {
                batch.get(i).failure = failed.of(e, batch.get(i).events.getFirst());
                return i;
            }
        }
        return batch.size();
    }

    private void finish(List<Entry> batch, int written, @Nullable RuntimeException unexpected) {
        lock.lock();
        try {
            List<Entry> finished = new ArrayList<>(batch);
            if (written < batch.size()) {
                // Whatever comes after what was lost may rest on it.
                finished.addAll(waiting);
                waiting.clear();
                epoch++;
                forgetters.forEach(Runnable::run);
                for (Entry entry : finished.subList(written, finished.size())) {
                    if (entry.failure == null) {
                        entry.failure = unexpected != null && batch.contains(entry)
                                ? unexpected
                                : new ConcurrencyException("An append before this one was lost");
                    }
                }
            }
            for (Entry entry : finished) {
                entry.done = true;
                entry.streams.forEach(stream -> newest.remove(stream, entry));
            }
            writing = false;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
