package dev.berth.query.feed;

import static dev.berth.query.jooq.Tables.FEED;
import static dev.berth.query.jooq.Tables.FEED_HEAD;

import dev.berth.query.Delivered;
import dev.berth.query.RowStatements;
import dev.berth.query.ViewJson;
import dev.berth.query.projection.Projection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * Appends what is published of the events to the feed.
 *
 * <p>Owns: the feed's positions. Does not own: the events inside, or who may read which. Invariants: positions are dense
 * from 1, in the order of delivery, and never change; an event that is delivered again is not appended again. Runs in one
 * segment; the locked head row holds off any other writer. On failure: nothing was appended.
 */
public final class FeedProjection implements Projection {
    /** The name of the processor. */
    public static final String NAME = "feed";

    private static final List<Field<?>> COLUMNS = List.of(
            FEED.POSITION, FEED.ORIGIN, FEED.EVENT_ID, FEED.TENANT_ID, FEED.TYPE, FEED.SUBJECT, FEED.TIME, FEED.DATA);
    private static final RowStatements INSERT = new RowStatements("feed", COLUMNS, "");

    @Override
    public String name() {
        return NAME;
    }

    /** What is to be appended. */
    private record Entry(Published published, Delivered delivered, String eventId) {}

    @Override
    public void project(DSLContext sql, List<Delivered> events) {
        List<Entry> entries = new ArrayList<>();
        for (Delivered delivered : events) {
            int number = 0;
            for (Published published : PublishedEvents.of(delivered.event())) {
                String id = delivered.meta().eventId();
                entries.add(new Entry(published, delivered, number++ == 0 ? id : id + '.' + number));
            }
        }
        if (entries.isEmpty()) {
            return;
        }
        var head = sql.select(FEED_HEAD.POSITION, FEED_HEAD.ORIGIN)
                .from(FEED_HEAD)
                .where(FEED_HEAD.ID.eq((short) 1))
                .forUpdate()
                .fetchSingle();
        long highest = head.value2();
        Set<String> known = known(sql, entries, highest);
        entries.removeIf(entry -> known.contains(entry.eventId()));
        if (!entries.isEmpty()) {
            append(sql, entries, head.value1(), highest);
        }
    }

    /**
     * Those that the feed has already. An event from beyond the highest origin can't be among them; one from before may
     * be new all the same, since events become visible in another order than they are numbered.
     */
    private static Set<String> known(DSLContext sql, List<Entry> entries, long highest) {
        Long[] doubtful = entries.stream()
                .map(entry -> entry.delivered().meta().globalPosition())
                .filter(origin -> origin <= highest)
                .distinct()
                .toArray(Long[]::new);
        return doubtful.length == 0
                ? Set.of()
                : new HashSet<>(sql.select(FEED.EVENT_ID)
                        .from(FEED)
                        .where(FEED.ORIGIN.eq(DSL.any(doubtful)))
                        .fetch(FEED.EVENT_ID));
    }

    private static void append(DSLContext sql, List<Entry> entries, long position, long highest) {
        long next = position;
        long origin = highest;
        List<List<@Nullable Object>> values = new ArrayList<>();
        COLUMNS.forEach(column -> values.add(new ArrayList<>()));
        for (Entry entry : entries) {
            Published published = entry.published();
            origin = Math.max(origin, entry.delivered().meta().globalPosition());
            values.get(0).add(++next);
            values.get(1).add(entry.delivered().meta().globalPosition());
            values.get(2).add(entry.eventId());
            values.get(3).add(published.tenantId());
            values.get(4).add(published.type());
            values.get(5).add(published.subject());
            values.get(6).add(entry.delivered().meta().time());
            values.get(7).add(ViewJson.write(published.data()).data());
        }
        INSERT.run(sql, values);
        sql.update(FEED_HEAD)
                .set(FEED_HEAD.POSITION, next)
                .set(FEED_HEAD.ORIGIN, origin)
                .where(FEED_HEAD.ID.eq((short) 1))
                .execute();
    }
}
