package dev.berth.query.feed;

import static dev.berth.query.jooq.Tables.FEED;
import static dev.berth.query.jooq.Tables.FEED_HEAD;

import dev.berth.api.feed.ListEvents;
import dev.berth.api.feed.PublishedEvent;
import dev.berth.query.ViewJson;
import java.time.Instant;
import java.util.List;
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
