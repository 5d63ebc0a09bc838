package dev.berth.query.feed;

import static dev.berth.query.jooq.Tables.FEED;

import dev.berth.query.Delivered;
import dev.berth.query.ViewJson;
import dev.berth.query.projection.Verification;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/**
 * Compares the feed with what its events publish, and its positions with their number. Reads only. A field that is
 * published since an entry was made is no difference.
 */
public final class FeedVerification {
    private static final int CHUNK = 500;
    private static final int EXAMPLES = 20;

    private final DSLContext sql;
    private final List<String> examples = new ArrayList<>();
    private long compared;
    private long differences;

    private FeedVerification(DSLContext sql) {
        this.sql = sql;
    }

    /** Compares what these events publish, all of which the feed has taken in. */
    public static Verification.Result verify(DSLContext sql, Iterator<Delivered> events) {
        FeedVerification verification = new FeedVerification(sql);
        verification.dense();
        List<Delivered> chunk = new ArrayList<>();
        while (events.hasNext()) {
            chunk.add(events.next());
            if (chunk.size() == CHUNK || !events.hasNext()) {
                verification.compare(chunk);
                chunk.clear();
            }
        }
        return new Verification.Result(
                verification.compared, verification.differences, List.copyOf(verification.examples));
    }

    private void dense() {
        // In one statement, since the feed grows meanwhile.
        var sums = sql.fetchSingle("select (select count(*) from feed), (select coalesce(max(position), 0) from feed),"
                + " (select position from feed_head)");
        List<Long> all = List.of(sums.get(0, long.class), sums.get(1, long.class), sums.get(2, long.class));
        if (all.stream().distinct().count() > 1) {
            differ("The feed has " + all.get(0) + " entries, ends at " + all.get(1) + ", and says that it ends at "
                    + all.get(2));
        }
    }

    private record Entry(String tenantId, String type, String subject, Map<String, Object> data) {}

    private void compare(List<Delivered> events) {
        Map<String, Entry> expected = new LinkedHashMap<>();
        List<Long> origins = new ArrayList<>();
        for (Delivered delivered : events) {
            int number = 0;
            for (Published published : PublishedEvents.of(delivered.event())) {
                String id = delivered.meta().eventId();
                expected.put(number++ == 0 ? id : id + '.' + number, entry(published));
                origins.add(delivered.meta().globalPosition());
            }
        }
        sql.select(FEED.EVENT_ID, FEED.TENANT_ID, FEED.TYPE, FEED.SUBJECT, FEED.DATA)
                .from(FEED)
                .where(FEED.ORIGIN.eq(DSL.any(origins.toArray(Long[]::new))))
                .forEach(row -> {
                    compared++;
                    Entry found = new Entry(row.value2(), row.value3(), row.value4(), ViewJson.readMap(row.value5()));
                    Entry wanted = expected.remove(row.value1());
                    if (wanted == null) {
                        differ("The entry " + row.value1() + " is published by no event");
                    } else if (!same(found, wanted)) {
                        differ("The entry " + row.value1() + " is not what its event publishes");
                    }
                });
        expected.keySet().forEach(id -> differ("The entry " + id + " is missing"));
    }

    private static Entry entry(Published published) {
        return new Entry(
                published.tenantId(),
                published.type(),
                published.subject(),
                ViewJson.readMap(ViewJson.write(published.data()).data()));
    }

    private static boolean same(Entry found, Entry wanted) {
        return found.tenantId().equals(wanted.tenantId())
                && found.type().equals(wanted.type())
                && found.subject().equals(wanted.subject())
                && wanted.data().entrySet().containsAll(found.data().entrySet());
    }

    private void differ(String what) {
        differences++;
        if (examples.size() < EXAMPLES) {
            examples.add(what);
        }
    }
}
