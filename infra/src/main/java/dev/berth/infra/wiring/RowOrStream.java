package dev.berth.infra.wiring;

import dev.berth.api.DomainEvent;
import dev.berth.infra.directory.DirectorySource;
import dev.berth.query.Delivered;
import dev.berth.query.ReadTable;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A resource that has no row yet, since the read side is behind, as its stream makes it. */
record RowOrStream(DirectorySource streams) {
    /**
     * The row, or else what the resource's stream makes of it.
     *
     * @param view what is shown of it
     * @param seen whether the tenant may know of it
     */
    <V, S, E extends DomainEvent> Optional<V> find(
            Optional<V> row, ReadTable<S, E> table, String streamId, Function<S, V> view, Predicate<V> seen) {
        return row.or(() -> fold(table, streams.stream(streamId)).map(view).filter(seen));
    }

    /** What the events of a stream make, from its first one; empty where there are none. */
    static <S, E extends DomainEvent> Optional<S> fold(ReadTable<S, E> table, List<Delivered> events) {
        ReadTable.@Nullable Row<S> row = null;
        for (Delivered delivered : events) {
            row = table.next(row, delivered);
        }
        return Optional.ofNullable(row).map(ReadTable.Row::state);
    }
}
