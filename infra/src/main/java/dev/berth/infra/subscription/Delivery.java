package dev.berth.infra.subscription;

import dev.berth.api.subscription.SubscriptionState;
import dev.berth.infra.feed.FeedEvent;
import dev.berth.query.subscription.SubscriptionRecord;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/** One live subscription in memory. Changed by the delivering thread alone; its progress is read by any. */
final class Delivery {
    final Deque<FeedEvent> next = new ArrayDeque<>();
    SubscriptionRecord record;
    Set<String> types;
    /** Up to here the feed was looked at for it. */
    long scanned;

    /** Whether a call of it is under way or waits for its turn. */
    boolean busy;

    /** Counts its beginnings, so that the outcome of a call from before one is told apart. */
    int beginnings;

    @Nullable
    ScheduledFuture<?> timer;

    private volatile @Nullable Progress progress;

    Delivery(SubscriptionRecord record, @Nullable Progress stored) {
        this.record = record;
        this.types = Set.copyOf(record.types());
        this.progress = stored;
        this.scanned = stored == null ? 0 : stored.position();
    }

    /** Null before its beginning was found. */
    @Nullable
    Progress progress() {
        return progress;
    }

    void progress(Progress now) {
        progress = now;
    }

    /** Whether it has to begin, or to begin anew. */
    boolean toBegin() {
        Progress now = progress;
        return now == null || now.startedRevision() < record.startRevision();
    }

    void begin(long position) {
        progress = Progress.from(record.startRevision(), position);
        scanned = position;
        next.clear();
        beginnings++;
    }

    boolean active() {
        return record.state() == SubscriptionState.ACTIVE;
    }

    void cancelTimer() {
        ScheduledFuture<?> set = timer;
        if (set != null) {
            set.cancel(false);
            timer = null;
        }
    }
}
