package dev.berth.query;

import dev.berth.api.DomainEvent;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
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
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.Record;
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
    private final RowStatements upsert;
    private final String select;

    private ReadTable(Builder<S, E> builder) {
        this.table = builder.table;
        this.type = builder.type;
        this.vocabulary = builder.vocabulary;
        this.fold = builder.fold;
        this.columns = new LinkedHashMap<>(builder.columns);
        this.derived = builder.derived;
        this.upsert = upsert(table, columns.keySet());
        this.select = "select id, revision, view::text from \"" + table.getName() + "\" where id = any (?)";
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
     * Applies events, in their order: one select of the rows concerned that are not in {@code cache}, one upsert of those
     * that changed.
     *
     * @throws StreamGap where events of a stream are missing between the row and the next event
     */
    public void apply(DSLContext sql, List<Delivered> events, RowCache cache) {
        Map<String, Row<S>> rows = before(sql, events, cache);
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
            cache.written(this, changed.values());
        }
    }

    /** Applies events without remembering the rows. */
    public void apply(DSLContext sql, List<Delivered> events) {
        apply(sql, events, new RowCache());
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

    /**
     * The rows before these events. A stream that begins in this batch has no row yet; if it has, since it is replayed, the
     * upsert sees to it.
     */
    @SuppressWarnings("unchecked") // The cache holds what this table has put there.
    private Map<String, Row<S>> before(DSLContext sql, List<Delivered> events, RowCache cache) {
        Map<String, Row<S>> rows = new HashMap<>();
        Set<String> met = new HashSet<>();
        Set<String> toLoad = new HashSet<>();
        for (Delivered delivered : events) {
            String id = delivered.streamId();
            if (met.add(id) && delivered.meta().sequence() > 0) {
                Row<?> held = cache.before(this, id, delivered.meta().sequence());
                if (held == null) {
                    toLoad.add(id);
                } else {
                    rows.put(id, (Row<S>) held);
                }
            }
        }
        rows.putAll(load(sql, toLoad));
        return rows;
    }

    /** The rows of these ids, as far as there are any. */
    public Map<String, Row<S>> load(DSLContext sql, Collection<String> ids) {
        Map<String, Row<S>> rows = new HashMap<>();
        if (!ids.isEmpty()) {
            sql.connection(connection -> {
                try (PreparedStatement statement = connection.prepareStatement(select)) {
                    statement.setArray(1, connection.createArrayOf("text", ids.toArray()));
                    try (ResultSet found = statement.executeQuery()) {
                        while (found.next()) {
                            String id = found.getString(1);
                            rows.put(id, new Row<>(id, found.getLong(2), ViewJson.read(found.getString(3), type)));
                        }
                    }
                }
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
        List<List<@Nullable Object>> values = new ArrayList<>();
        values.add(new ArrayList<>());
        values.add(new ArrayList<>());
        values.add(new ArrayList<>());
        columns.forEach((column, value) -> values.add(new ArrayList<>()));
        for (Row<S> row : rows) {
            int next = 0;
            values.get(next++).add(row.id());
            values.get(next++).add(row.revision());
            values.get(next++).add(ViewJson.write(row.state()));
            for (Function<S, ? extends @Nullable Object> value : columns.values()) {
                values.get(next++).add(value.apply(row.state()));
            }
        }
        upsert.run(sql, values);
        if (derived != null) {
            derived.update(sql, rows.stream().map(Row::id).toList());
        }
    }

    private static RowStatements upsert(Table<?> table, Collection<Field<?>> columns) {
        List<Field<?>> all = new ArrayList<>(List.of(ID, REVISION, VIEW));
        all.addAll(columns);
        String replaced = all.stream()
                .skip(1)
                .map(column -> RowStatements.quoted(column) + " = excluded." + RowStatements.quoted(column))
                .collect(Collectors.joining(", "));
        return new RowStatements(
                '"' + table.getName() + "\" as stored",
                all,
                "on conflict (id) do update set " + replaced + " where stored.revision < excluded.revision");
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
