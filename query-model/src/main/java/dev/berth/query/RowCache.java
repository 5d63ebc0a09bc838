package dev.berth.query;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
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

    private final Map<ReadTable<?, ?>, Map<String, ReadTable.Row<?>>> tables = new HashMap<>();

    /** The row after which the event of this place in the stream comes; null where it is not held. */
    synchronized ReadTable.@Nullable Row<?> before(ReadTable<?, ?> table, String id, long sequence) {
        Map<String, ReadTable.Row<?>> rows = tables.get(table);
        ReadTable.Row<?> row = rows == null ? null : rows.get(id);
        return row != null && row.revision() == sequence ? row : null;
    }

    synchronized void written(ReadTable<?, ?> table, Collection<? extends ReadTable.Row<?>> rows) {
        Map<String, ReadTable.Row<?>> held = tables.computeIfAbsent(table, none -> new LastUsed());
        rows.forEach(row -> held.put(row.id(), row));
    }

    /** Forgets everything: the tables were replaced. */
    public synchronized void clear() {
        tables.clear();
    }

    private static final class LastUsed extends LinkedHashMap<String, ReadTable.Row<?>> {
        private static final long serialVersionUID = 1;

        LastUsed() {
            super(64, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ReadTable.Row<?>> eldest) {
            return size() > MOST_ROWS;
        }
    }
}
