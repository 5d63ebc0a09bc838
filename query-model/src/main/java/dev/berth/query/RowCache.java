package dev.berth.query;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The rows that one reader wrote last, so that it need not read them again for the next event of their streams. For any
 * thread.
 *
 * <p>Owns: at most {@value #MOST_ROWS} rows of each table, those used last. Does not own: the truth, which is the table.
 * Invariants: a row from here is used only for exactly the event that follows it, so one that is out of date, or whose
 * transaction was rolled back, is read again rather than believed.
 */
public final class RowCache {
    private static final int MOST_ROWS = 4_000;

    private final Map<ReadTable<?, ?>, LastUsed<ReadTable.Row<?>>> tables = new ConcurrentHashMap<>();

    /** The row after which the event of this place in the stream comes; null where it is not held. */
    ReadTable.@Nullable Row<?> before(ReadTable<?, ?> table, String id, long sequence) {
        LastUsed<ReadTable.Row<?>> rows = tables.get(table);
        ReadTable.Row<?> row = rows == null ? null : rows.get(id);
        return row != null && row.revision() == sequence ? row : null;
    }

    void written(ReadTable<?, ?> table, Collection<? extends ReadTable.Row<?>> rows) {
        LastUsed<ReadTable.Row<?>> held = tables.computeIfAbsent(table, none -> new LastUsed<>(MOST_ROWS));
        rows.forEach(row -> held.put(row.id(), row));
    }

    /** Forgets everything: the tables were replaced. */
    public void clear() {
        tables.clear();
    }
}
