package dev.berth.query.feed;

import static dev.berth.query.jooq.Tables.FEED;
import static dev.berth.query.jooq.Tables.FEED_HEAD;

import dev.berth.api.feed.ListEvents;
import dev.berth.api.feed.PublishedEvent;
import dev.berth.query.ViewJson;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record6;
import org.jooq.Select;
import org.jooq.SelectLimitPercentStep;
import org.jooq.impl.DSL;

/** Reads the feed. */
public final class FeedQueries {
    private final DSLContext sql;

    public FeedQueries(DSLContext sql) {
        this.sql = sql;
    }

    /**
     * Where the feed ends.
     *
     * @param generation another one after a backup was restored, since positions given after it are not the same ones
     * @param position   the highest position; 0 where there is none yet
     */
    public record Head(UUID generation, long position) {}

    /** The end of the feed. */
    public Head head() {
        return sql.select(FEED_HEAD.GENERATION, FEED_HEAD.POSITION)
                .from(FEED_HEAD)
                .fetchSingle(found -> new Head(found.value1(), found.value2()));
    }

    /** Gives the feed another generation: for a backup that was restored. */
    public void renew(UUID generation) {
        sql.update(FEED_HEAD).set(FEED_HEAD.GENERATION, generation).execute();
    }

    /**
     * An entry of the feed as it is stored.
     *
     * @param data the published fields, as JSON
     */
    public record Entry(
            long position, String tenantId, String eventId, String type, String subject, Instant time, String data) {}

    /** Everyone's entries after a position, in order. For readers inside that pass on to each what is its own. */
    public List<Entry> after(long position, int limit) {
        return entries(FEED.POSITION.gt(position), limit);
    }

    /** The tenant's entries after a position, in order; of these types, or of all where there are none. */
    public List<Entry> after(String tenantId, Collection<String> types, long position, int limit) {
        Condition where = FEED.TENANT_ID.eq(tenantId).and(FEED.POSITION.gt(position));
        if (types.isEmpty()) {
            return entries(where, limit);
        }
        // A page of each type, so that a rare type is found by its index, however much lies between.
        return types.stream()
                .flatMap(type -> entries(where.and(FEED.TYPE.eq(type)), limit).stream())
                .sorted(Comparator.comparingLong(Entry::position))
                .limit(limit)
                .toList();
    }

    /** How many entries the tenant has after a position, counted up to {@code most}. */
    public long count(String tenantId, Collection<String> types, long position, int most) {
        Condition where = FEED.TENANT_ID.eq(tenantId).and(FEED.POSITION.gt(position));
        if (types.isEmpty()) {
            return counted(where, most);
        }
        long all = types.stream()
                .mapToLong(type -> counted(where.and(FEED.TYPE.eq(type)), most))
                .sum();
        return Math.min(most, all);
    }

    private long counted(Condition where, int most) {
        return sql.fetchCount(DSL.selectOne().from(FEED).where(where).limit(DSL.inline(most)));
    }

    /** The position of the resource's latest entry of this type. */
    public Optional<Long> latest(String subject, String type) {
        return sql.select(FEED.POSITION)
                .from(FEED)
                .where(FEED.SUBJECT.eq(subject).and(FEED.TYPE.eq(type)))
                .orderBy(FEED.POSITION.desc())
                .limit(1)
                .fetchOptional(FEED.POSITION);
    }

    private List<Entry> entries(Condition where, int limit) {
        return sql.select(FEED.POSITION, FEED.TENANT_ID, FEED.EVENT_ID, FEED.TYPE, FEED.SUBJECT, FEED.TIME, FEED.DATA)
                .from(FEED)
                .where(where)
                .orderBy(FEED.POSITION)
                .limit(DSL.inline(limit))
                .fetch(found -> new Entry(
                        found.value1(),
                        found.value2(),
                        found.value3(),
                        found.value4(),
                        found.value5(),
                        found.value6(),
                        found.value7()));
    }

    /** The tenant's published events after a position, oldest first. */
    public List<PublishedEvent> list(ListEvents query) {
        Condition where = FEED.TENANT_ID.eq(query.tenantId()).and(FEED.POSITION.gt(query.after()));
        if (query.resourceId() != null) {
            where = where.and(FEED.SUBJECT.eq(query.resourceId()));
        }
        List<String> types = query.types().stream().distinct().toList();
        Select<Record6<Long, String, String, String, Instant, String>> found;
        if (types.isEmpty()) {
            found = part(where, query.limit());
        } else if (query.resourceId() != null) {
            found = part(where.and(FEED.TYPE.in(types)), query.limit());
        } else {
            found = ofTypes(where, types, query.limit());
        }
        String source = "/berth/tenants/" + query.tenantId();
        return found.fetch(row -> event(source, row));
    }

    /** A page of each type, merged: a rare type is found by its index, however much lies between. */
    private Select<Record6<Long, String, String, String, Instant, String>> ofTypes(
            Condition where, List<String> types, int limit) {
        Field<Long> position = DSL.field(DSL.name("position"), FEED.POSITION.getDataType());
        Select<Record6<Long, String, String, String, Instant, String>> all = types.stream()
                .<Select<Record6<Long, String, String, String, Instant, String>>>map(
                        type -> part(where.and(FEED.TYPE.eq(type)), limit))
                .reduce(Select::unionAll)
                .orElseThrow();
        return sql.selectFrom(all.asTable("part")).orderBy(position).limit(DSL.inline(limit));
    }

    private SelectLimitPercentStep<Record6<Long, String, String, String, Instant, String>> part(
            Condition where, int limit) {
        return sql.select(FEED.POSITION, FEED.EVENT_ID, FEED.TYPE, FEED.SUBJECT, FEED.TIME, FEED.DATA)
                .from(FEED)
                .where(where)
                .orderBy(FEED.POSITION)
                .limit(DSL.inline(limit));
    }

    private static PublishedEvent event(String source, Record6<Long, String, String, String, Instant, String> found) {
        return new PublishedEvent(
                "1.0",
                found.value2(),
                source,
                found.value3(),
                found.value4(),
                found.value5(),
                "application/json",
                found.value1(),
                ViewJson.readMap(found.value6()));
    }
}
