package dev.berth.infra.wiring;

import dev.berth.api.Affected;
import dev.berth.api.DomainEvent;
import dev.berth.api.EventTypes;
import dev.berth.api.rehearsal.RehearsedView.PlannedEvent;
import dev.berth.infra.directory.DirectorySource;
import dev.berth.infra.http.Commands;
import dev.berth.infra.store.CommandDispatcher;
import dev.berth.query.Delivered;
import dev.berth.query.ReadTable;
import dev.berth.query.feed.Published;
import dev.berth.query.feed.PublishedEvents;
import dev.berth.query.history.Shown;
import dev.berth.query.projection.BatchingInvoker;
import dev.berth.query.projection.ReadTables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Shows what events would make of their resources that were not appended. */
final class Rehearsals {
    private final DirectorySource streams;

    Rehearsals(DirectorySource streams) {
        this.streams = streams;
    }

    Commands.Rehearsed of(CommandDispatcher.Answer<Affected> answer) {
        List<Delivered> events =
                answer.appended().stream().map(BatchingInvoker::delivered).toList();
        Map<String, List<Delivered>> byStream = new LinkedHashMap<>();
        events.forEach(event -> byStream.computeIfAbsent(event.streamId(), none -> new ArrayList<>())
                .add(event));
        List<Object> resources = new ArrayList<>();
        byStream.forEach((stream, planned) -> shown(stream, planned).ifPresent(resources::add));
        return new Commands.Rehearsed(
                answer.outcome(),
                events.stream().flatMap(event -> planned(event.event())).toList(),
                resources);
    }

    private static Stream<PlannedEvent> planned(DomainEvent event) {
        List<Published> published = PublishedEvents.of(event);
        return published.isEmpty()
                ? Stream.of(new PlannedEvent(EventTypes.name(event.getClass()), event.streamId(), Map.of()))
                : published.stream().map(it -> new PlannedEvent(it.type(), it.subject(), it.data()));
    }

    private Optional<Object> shown(String stream, List<Delivered> planned) {
        return ReadTables.of(planned.getFirst().event().getClass())
                .flatMap(table -> fold(table, Stream.concat(streams.stream(stream).stream(), planned.stream())))
                .map(state -> Shown.of(state, Instant.MAX).view());
    }

    private static <S> Optional<Object> fold(ReadTable<S, ?> table, Stream<Delivered> events) {
        ReadTable.@Nullable Row<S> row = null;
        for (Delivered delivered : (Iterable<Delivered>) events::iterator) {
            row = table.next(row, delivered);
        }
        return Optional.ofNullable(row).map(ReadTable.Row::state);
    }
}
