package dev.berth.infra.feed;

import dev.berth.query.feed.FeedQueries;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a tenant's events from any position: from memory near the end, else from the database. */
public final class FeedReader {
    private final FeedTail tail;
    private final FeedQueries feed;

    /** Over this feed and its end. */
    public FeedReader(FeedTail tail, FeedQueries feed) {
        this.tail = tail;
        this.feed = feed;
    }

    /**
     * What comes after a position.
     *
     * @param events in order
     * @param to     where to go on: nothing that is wanted lies between the last event and this position
     */
    public record Batch(List<FeedEvent> events, long to) {}

    /** The end of the feed. */
    public FeedQueries.Head head() {
        return feed.head();
    }

    /**
     * At most so many of the tenant's events after a position; none where there are none yet.
     *
     * @param types the types wanted; none means all
     */
    public Batch after(String tenantId, Set<String> types, long position, int limit) {
        FeedTail.@Nullable Slice held = tail.after(
                position,
                event -> event.tenantId().equals(tenantId) && (types.isEmpty() || types.contains(event.type())),
                limit);
        if (held != null) {
            return new Batch(held.events(), held.to());
        }
        // Read before the events: all up to here is stored.
        long end = feed.head().position();
        List<FeedEvent> events = feed.after(tenantId, types, position, limit).stream()
                .map(FeedEvent::of)
                .toList();
        if (events.size() == limit) {
            return new Batch(events, events.getLast().position());
        }
        long last = events.isEmpty() ? position : events.getLast().position();
        return new Batch(events, Math.max(last, end));
    }
}
