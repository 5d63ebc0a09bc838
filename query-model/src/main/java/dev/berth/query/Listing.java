package dev.berth.query;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.Record;
import org.jooq.Record3;
import org.jooq.ResultQuery;
import org.jooq.Select;
import org.jooq.SelectLimitPercentStep;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one kind in the order of their creation, by key. A list may have several sources (its own and what is
 * offered, say), each with an index of its own; a page then reads at most a page of each.
 *
 * @param <S> the resource as its fold makes it
 */
public final class Listing<S> {
    /** What is left out of lists unless it is asked for. */
    public static final Condition NOT_ENDED = DSL.not(DSL.condition(DSL.field(DSL.name("ended"), SQLDataType.BOOLEAN)));

    private static final Field<String> ID = DSL.field(DSL.name("id"), SQLDataType.VARCHAR);
    private static final Field<Instant> CREATED_AT = DSL.field(DSL.name("created_at"), SQLDataType.INSTANT);
    private static final Field<JSONB> VIEW = DSL.field(DSL.name("view"), SQLDataType.JSONB);

    private final DSLContext sql;
    private final Table<?> table;
    private final Class<S> type;

    public Listing(DSLContext sql, ReadTable<S, ?> table) {
        this.sql = sql;
        this.table = table.table();
        this.type = table.type();
    }

    /** The one row where the condition holds. */
    public Optional<S> one(Condition where) {
        return sql.select(VIEW).from(table).where(where).fetchOptional(VIEW).map(json -> ViewJson.read(json, type));
    }

    /** The row that was created first among those where the condition holds. */
    public Optional<S> oldest(Condition where) {
        return rows(List.of(where), null, 1, false).stream()
                .map(Scan.Entry::value)
                .findFirst();
    }

    /** Where this row stands in lists; empty where there is none. */
    public Optional<PageKey> key(String id, Condition where) {
        return sql.select(CREATED_AT)
                .from(table)
                .where(ID.eq(id))
                .and(where)
                .fetchOptional(CREATED_AT)
                .map(createdAt -> new PageKey(createdAt, id));
    }

    /**
     * A page in the order of creation, with cursors of {@link PageKey}.
     *
     * @param sources conditions that don't overlap
     * @return empty where the cursor is none
     */
    public Optional<Page<S>> page(
            List<Condition> sources, int limit, @Nullable String cursor, Predicate<? super S> allowed) {
        PageKey after = null;
        if (cursor != null) {
            after = PageKey.parse(cursor).orElse(null);
            if (after == null) {
                return Optional.empty();
            }
        }
        return Optional.of(Scan.page(
                limit, allowed, after, (from, atMost) -> rows(sources, from, atMost, false), PageKey::cursor));
    }

    /** At most so many rows after a key, or the first ones. */
    public List<Scan.Entry<S>> rows(List<Condition> sources, @Nullable PageKey after, int atMost, boolean newestFirst) {
        List<Select<Record3<Instant, String, JSONB>>> parts = sources.stream()
                .<Select<Record3<Instant, String, JSONB>>>map(source -> part(source, after, atMost, newestFirst))
                .toList();
        ResultQuery<? extends Record> query = parts.getFirst();
        if (parts.size() > 1) {
            Select<Record3<Instant, String, JSONB>> all =
                    parts.stream().reduce(Select::unionAll).orElseThrow();
            query = sql.select(CREATED_AT, ID, VIEW)
                    .from(all.asTable("part"))
                    .orderBy(CREATED_AT, ID)
                    .limit(DSL.inline(atMost));
        }
        return query.stream()
                .map(found -> new Scan.Entry<>(
                        new PageKey(found.get(CREATED_AT), found.get(ID)), ViewJson.read(found.get(VIEW), type)))
                .toList();
    }

    /** The limit is part of the text, so that PostgreSQL plans for it. */
    private SelectLimitPercentStep<Record3<Instant, String, JSONB>> part(
            Condition source, @Nullable PageKey after, int atMost, boolean newestFirst) {
        Condition beyond = DSL.noCondition();
        if (after != null) {
            var here = DSL.row(CREATED_AT, ID);
            beyond = newestFirst ? here.lt(after.createdAt(), after.id()) : here.gt(after.createdAt(), after.id());
        }
        return sql.select(CREATED_AT, ID, VIEW)
                .from(table)
                .where(source)
                .and(beyond)
                .orderBy(newestFirst ? CREATED_AT.desc() : CREATED_AT.asc(), newestFirst ? ID.desc() : ID.asc())
                .limit(DSL.inline(atMost));
    }
}
