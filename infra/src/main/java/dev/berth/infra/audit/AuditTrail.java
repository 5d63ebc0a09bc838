package dev.berth.infra.audit;

import dev.berth.api.DomainEvent;
import dev.berth.api.audit.HistoryItem;
import dev.berth.api.audit.VerifiedHistory;
import dev.berth.infra.http.AuditReads;
import dev.berth.query.Delivered;
import dev.berth.query.Page;
import dev.berth.query.ReadTable;
import dev.berth.query.feed.Published;
import dev.berth.query.feed.PublishedEvents;
import dev.berth.query.history.ResourceNames;
import dev.berth.query.history.Shown;
import dev.berth.query.projection.BatchingInvoker;
import dev.berth.query.projection.ReadTables;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The history of resources out of their streams, by the same folds as the read tables. Reads only. A stream is read as far
 * as it is asked for, in pages of the event store.
 */
public final class AuditTrail implements AuditReads {
    private final EventStore events;
    private final DSLContext sql;
    private final HistoryRows rows;
    private final ChainVerifier verifier;
    private final Runnable chained;

    /** @param chained chains what is published so far, so that what is verified or exported includes it */
    public AuditTrail(EventStore events, DSLContext sql, JdbcTemplate jdbc, CheckpointKey key, Runnable chained) {
        this.events = events;
        this.sql = sql;
        this.rows = new HistoryRows(jdbc);
        this.verifier = new ChainVerifier(jdbc, key);
        this.chained = chained;
    }

    @Override
    public Optional<Found> find(String tenantId, String resourceId) {
        for (String stream : ResourceNames.streams(tenantId, resourceId)) {
            Optional<Shown> shown = now(stream).filter(it -> it.tenantId().equals(tenantId));
            if (shown.isPresent()) {
                return Optional.of(new Found(stream, shown.get().resource()));
            }
        }
        return Optional.empty();
    }

    /** What is shown now: the row, or what the stream makes where there is none yet. */
    private Optional<Shown> now(String streamId) {
        return table(streamId)
                .flatMap(table -> row(table, streamId).or(() -> fold(table, delivered(streamId))))
                .map(state -> Shown.of(state, Instant.MAX));
    }

    private Optional<ReadTable<?, ?>> table(String streamId) {
        try (Stream<Delivered> stream = delivered(streamId)) {
            return stream.findFirst()
                    .flatMap(first -> ReadTables.of(first.event().getClass()));
        }
    }

    private <S> Optional<Object> row(ReadTable<S, ?> table, String streamId) {
        return Optional.ofNullable(table.load(sql, List.of(streamId)).get(streamId))
                .map(ReadTable.Row::state);
    }

    private Stream<Delivered> delivered(String streamId) {
        // By its first sequence number: without one the stream would begin with a snapshot, which is no event.
        return events.readEvents(streamId, 0)
                .asStream()
                .filter(message -> message.getPayload() instanceof DomainEvent)
                .map(BatchingInvoker::delivered);
    }

    private static <S> Optional<Object> fold(ReadTable<S, ?> table, Stream<Delivered> events) {
        ReadTable.@Nullable Row<S> row = null;
        for (Delivered delivered : (Iterable<Delivered>) events::iterator) {
            row = table.next(row, delivered);
        }
        return Optional.ofNullable(row).map(ReadTable.Row::state);
    }

    @Override
    public Optional<Page<HistoryItem>> history(String tenantId, Found resource, int limit, @Nullable String cursor) {
        return rows.ofResource(
                tenantId, resource.streamId(), resource.resource().path(), limit, cursor);
    }

    @Override
    public Optional<Object> at(Found resource, @Nullable Instant at, @Nullable Long revision) {
        Stream<Delivered> before = delivered(resource.streamId())
                .takeWhile(it -> (at == null || !it.meta().time().isAfter(at))
                        && (revision == null || it.meta().revision() <= revision));
        return table(resource.streamId()).flatMap(table -> asOf(table, before, at, revision));
    }

    private static <S> Optional<Object> asOf(
            ReadTable<S, ?> table, Stream<Delivered> before, @Nullable Instant at, @Nullable Long revision) {
        ReadTable.@Nullable Row<S> row = null;
        Instant last = Instant.EPOCH;
        for (Delivered delivered : (Iterable<Delivered>) before::iterator) {
            row = table.next(row, delivered);
            last = delivered.meta().time();
        }
        if (row == null || (revision != null && row.revision() < revision)) {
            return Optional.empty();
        }
        return Optional.ofNullable(Shown.of(row.state(), at == null ? last : at).view());
    }

    @Override
    public Optional<Page<HistoryItem>> export(
            String tenantId, @Nullable Found resource, int limit, @Nullable String cursor) {
        if (resource == null) {
            chained.run();
            return rows.ofTenant(tenantId, limit, cursor);
        }
        return history(tenantId, resource, limit, cursor).map(page -> withData(tenantId, resource, page));
    }

    private Page<HistoryItem> withData(String tenantId, Found resource, Page<HistoryItem> page) {
        Map<String, Published> published = new HashMap<>();
        long first = revisions(page).min().orElse(0);
        long last = revisions(page).max().orElse(-1);
        events.readEvents(resource.streamId(), Math.max(0, first - 1))
                .asStream()
                .takeWhile(message -> message.getSequenceNumber() < last)
                .filter(message -> message.getPayload() instanceof DomainEvent)
                .forEach(message -> PublishedEvents.of((DomainEvent) message.getPayload()).stream()
                        .filter(it -> it.tenantId().equals(tenantId))
                        .findFirst()
                        .ifPresent(it -> published.put(message.getIdentifier(), it)));
        String subject = resource.resource().id();
        return page.map(item -> {
            Published shown = published.get(item.eventId());
            return item.with(subject, null, shown == null ? null : shown.data(), null);
        });
    }

    private static java.util.stream.LongStream revisions(Page<HistoryItem> page) {
        return page.items().stream()
                .map(HistoryItem::revision)
                .filter(java.util.Objects::nonNull)
                .mapToLong(Long::longValue);
    }

    @Override
    public VerifiedHistory verify(String tenantId, long from, @Nullable Long to) {
        chained.run();
        return verifier.verify(tenantId, from, to);
    }
}
