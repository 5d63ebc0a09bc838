package dev.berth.infra.store;

import org.jspecify.annotations.Nullable;

/**
 * One try of one command: since when its decision holds, and what it appended. While a thread has a turn, its appends are
 * put into the queue and are durable only once the turn is finished.
 */
final class Turn {
    private static final ThreadLocal<@Nullable Turn> CURRENT = new ThreadLocal<>();

    private final AppendQueue queue;
    private final long since;
    private AppendQueue.@Nullable Entry entry;

    private final boolean rehearsed;

    private Turn(AppendQueue queue, boolean rehearsed) {
        this.queue = queue;
        this.rehearsed = rehearsed;
        this.since = queue.begin();
    }

    /** Begins a turn of this thread, before anything is loaded. */
    static Turn begin(AppendQueue queue) {
        return begin(queue, false);
    }

    /** The same; one that is {@code rehearsed} appends nothing. */
    static Turn begin(AppendQueue queue, boolean rehearsed) {
        Turn turn = new Turn(queue, rehearsed);
        CURRENT.set(turn);
        return turn;
    }

    static @Nullable Turn current() {
        return CURRENT.get();
    }

    /** The thread has no turn any more. */
    void end() {
        CURRENT.remove();
    }

    /** Whether nothing may be kept. */
    boolean rehearsed() {
        return rehearsed;
    }

    long since() {
        return since;
    }

    void appended(AppendQueue.Entry appended) {
        entry = appended;
    }

    /** Waits until what was appended is durable; or, if nothing was, all that the decision may have seen. */
    void finish() {
        if (entry != null) {
            queue.flush(entry);
        } else {
            queue.flushAll(since);
        }
    }
}
