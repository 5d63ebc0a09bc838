package dev.berth.infra.directory;

import dev.berth.api.DomainEvent;
import dev.berth.query.Delivered;
import dev.berth.query.ReadTable;
import dev.berth.query.ReadTable.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * All resources of one kind in memory, folded as their read table is.
 *
 * <p>Owns: its rows and what is looked up by other keys. Does not own: where the events come from. Invariants: written by
 * one thread, read by any; an event that a row has seen changes nothing. On failure: an event that can't be folded is
 * thrown back and its row stays as it was.
 *
 * @param <S> the resource as its fold makes it
 * @param <E> the vocabulary of its stream
 */
abstract class MemoryTable<S, E extends DomainEvent> {
    private final ReadTable<S, E> kind;
    private final Map<String, Row<S>> rows = new ConcurrentHashMap<>();

    MemoryTable(ReadTable<S, E> kind) {
        this.kind = kind;
    }

    /** Keeps what is looked up by other keys than the row's id; {@code before} is null for a new row. */
    abstract void changed(String id, @Nullable S before, S after);

    final ReadTable<S, E> kind() {
        return kind;
    }

    final void load(DSLContext sql) {
        kind.loadAll(sql).forEach(this::put);
    }

    final void apply(Delivered delivered) {
        Row<S> before = rows.get(delivered.streamId());
        Row<S> after = kind.next(before, delivered);
        if (after != before) {
            put(after);
        }
    }

    /** Folds a stream from its first event, whatever the row has seen. */
    final void rebuild(List<Delivered> stream) {
        Row<S> row = null;
        for (Delivered delivered : stream) {
            row = kind.next(row, delivered);
        }
        if (row != null) {
            put(row);
        }
    }

    private void put(Row<S> row) {
        Row<S> before = rows.get(row.id());
        if (before == null || before.revision() < row.revision()) {
            rows.put(row.id(), row);
            changed(row.id(), before == null ? null : before.state(), row.state());
        }
    }

    final Optional<S> find(String id) {
        return Optional.ofNullable(rows.get(id)).map(Row::state);
    }

    final List<S> all() {
        return rows.values().stream().map(Row::state).toList();
    }

    final int size() {
        return rows.size();
    }
}
