package dev.berth.query;

import dev.berth.api.DomainEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.Record;
import org.jooq.RowCountQuery;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/**
 * The read table of one kind: which events make its rows, and how they are written.
 *
 * <p>Owns: the rows of its table. Does not own: transactions, tokens, failures; those are its caller's. Invariants: a row
 * has seen exactly its first {@code revision} events; applying events again changes nothing. On failure: throws, and the
 * caller's transaction or savepoint takes back what was written.
 *
 * @param <S> the resource as its fold makes it
 * @param <E> the vocabulary of its stream
 */
public final class ReadTable<S, E extends DomainEvent> {
    private static final Field<String> ID = DSL.field(DSL.name("id"), SQLDataType.VARCHAR);
    private static final Field<Long> REVISION = DSL.field(DSL.name("revision"), SQLDataType.BIGINT);
    private static final Field<JSONB> VIEW = DSL.field(DSL.name("view"), SQLDataType.JSONB);

    private final Table<?> table;
    private final Class<S> type;
    private final Class<E> vocabulary;
    private final Fold<S, E> fold;
    private final Map<Field<?>, Function<S, ? extends @Nullable Object>> columns;
    private final @Nullable Derived derived;

    private ReadTable(Builder<S, E> builder) {
        this.table = builder.table;
        this.type = builder.type;
        this.vocabulary = builder.vocabulary;
        this.fold = builder.fold;
        this.columns = new LinkedHashMap<>(builder.columns);
        this.derived = builder.derived;
    }

    /** A resource with the number of events that made it. */
    public record Row<S>(String id, long revision, S state) {}

    /** Rows of other tables that follow from those of this one. */
    @FunctionalInterface
    public interface Derived {
        /** Brings them up to what stands in the table now, for these ids. */
        void update(DSLContext sql, Collection<String> ids);
    }

    /** Begins to describe the table of a kind. */
    public static <S, E extends DomainEvent> Builder<S, E> of(
            Table<?> table, Class<S> type, Class<E> vocabulary, Fold<S, E> fold) {
        return new Builder<>(table, type, vocabulary, fold);
    }

    /** The table's name. */
    public String name() {
        return table.getName();
    }

    /** The table. */
    public Table<?> table() {
        return table;
    }

    /** The resource that its rows hold. */
    public Class<S> type() {
        return type;
    }

    /** The events that make its rows. */
    public Class<E> vocabulary() {
        return vocabulary;
    }

    /**
     * Applies events, in their order: one select of the rows concerned, one batched upsert of those that changed.
     *
     * @throws StreamGap where events of a stream are missing between the row and the next event
     */
    public void apply(DSLContext sql, List<Delivered> events) {
        Map<String, Row<S>> rows = load(sql, idsToLoad(events));
        Map<String, Row<S>> changed = new TreeMap<>();
        for (Delivered delivered : events) {
            String id = delivered.streamId();
            Row<S> row = rows.get(id);
            Row<S> next = next(row, delivered);
            if (next != row) {
                rows.put(id, next);
                changed.put(id, next);
            }
        }
        if (!changed.isEmpty()) {
            save(sql, changed.values());
        }
    }

    /** The row after an event: the same object where the row has seen the event already. */
    public Row<S> next(@Nullable Row<S> row, Delivered delivered) {
        EventMeta meta = delivered.meta();
        long seen = row == null ? 0 : row.revision();
        if (row != null && meta.sequence() < seen) {
            return row;
        }
        if (meta.sequence() != seen) {
            throw new StreamGap(delivered.streamId(), seen, meta.sequence());
        }
        S state = fold.fold(row == null ? null : row.state(), vocabulary.cast(delivered.event()), meta);
        return new Row<>(delivered.streamId(), meta.revision(), state);
    }

    /** A stream that begins in this batch has no row yet; if it has, since it is replayed, the upsert sees to it. */
    private static Set<String> idsToLoad(List<Delivered> events) {
        Set<String> begun = new HashSet<>();
        Set<String> toLoad = new HashSet<>();
        for (Delivered delivered : events) {
            String id = delivered.streamId();
            if (delivered.meta().sequence() == 0) {
                begun.add(id);
            } else if (!begun.contains(id)) {
                toLoad.add(id);
            }
        }
        return toLoad;
    }

    /** The rows of these ids, as far as there are any. */
    public Map<String, Row<S>> load(DSLContext sql, Collection<String> ids) {
        Map<String, Row<S>> rows = new HashMap<>();
        if (!ids.isEmpty()) {
            sql.select(ID, REVISION, VIEW)
                    .from(table)
                    .where(ID.eq(DSL.any(ids.toArray(String[]::new))))
                    .forEach(found -> {
                        Row<S> row = row(found);
                        rows.put(row.id(), row);
                    });
        }
        return rows;
    }

    /** All rows, in the order of their ids; for directories and for comparing, not for lists. */
    public List<Row<S>> loadAll(DSLContext sql) {
        List<Row<S>> rows = new ArrayList<>();
        try (var cursor = sql.select(ID, REVISION, VIEW)
                .from(table)
                .orderBy(ID)
                .fetchSize(1_000)
                .fetchLazy()) {
            cursor.forEach(found -> rows.add(row(found)));
        }
        return rows;
    }

    /** The ids of all rows. */
    public List<String> ids(DSLContext sql) {
        return sql.select(ID).from(table).orderBy(ID).fetch(ID);
    }

    private Row<S> row(Record found) {
        return new Row<>(found.get(ID), found.get(REVISION), ViewJson.read(found.get(VIEW), type));
    }

    private void save(DSLContext sql, Collection<Row<S>> rows) {
        var batch = sql.batch(upsert(sql));
        for (Row<S> row : rows) {
            @Nullable Object[] values = new @Nullable Object[columns.size() + 3];
            int next = 0;
            values[next++] = row.id();
            values[next++] = row.revision();
            values[next++] = ViewJson.write(row.state());
            for (Function<S, ? extends @Nullable Object> value : columns.values()) {
                values[next++] = value.apply(row.state());
            }
            batch = batch.bind(values);
        }
        batch.execute();
        if (derived != null) {
            derived.update(sql, rows.stream().map(Row::id).toList());
        }
    }

    private RowCountQuery upsert(DSLContext sql) {
        List<Field<?>> all = new ArrayList<>(List.of(ID, REVISION, VIEW));
        all.addAll(columns.keySet());
        Map<Field<?>, Field<?>> replaced = new LinkedHashMap<>();
        all.stream().skip(1).forEach(field -> replaced.put(field, DSL.excluded(field)));
        Field<Long> stored = table.field(REVISION);
        if (stored == null) {
            throw new IllegalStateException(table.getName() + " has no revision");
        }
        return sql.insertInto(table)
                .columns(all)
                .values(all.stream().map(field -> DSL.val(null, field)).toList())
                .onConflict(ID)
                .doUpdate()
                .set(replaced)
                .where(stored.lt(DSL.excluded(REVISION)));
    }

    /** Describes the table of a kind. */
    public static final class Builder<S, E extends DomainEvent> {
        private final Table<?> table;
        private final Class<S> type;
        private final Class<E> vocabulary;
        private final Fold<S, E> fold;
        private final Map<Field<?>, Function<S, ? extends @Nullable Object>> columns = new LinkedHashMap<>();
        private @Nullable Derived derived;

        private Builder(Table<?> table, Class<S> type, Class<E> vocabulary, Fold<S, E> fold) {
            this.table = table;
            this.type = type;
            this.vocabulary = vocabulary;
            this.fold = fold;
        }

        /** A column that repeats a part of the resource. */
        public <T> Builder<S, E> column(Field<T> column, Function<S, ? extends @Nullable T> value) {
            columns.put(DSL.field(column.getUnqualifiedName(), column.getDataType()), value);
            return this;
        }

        /** Rows of another table follow from this one. */
        public Builder<S, E> derived(Derived update) {
            this.derived = update;
            return this;
        }

        /** The table. */
        public ReadTable<S, E> build() {
            return new ReadTable<>(this);
        }
    }
}
