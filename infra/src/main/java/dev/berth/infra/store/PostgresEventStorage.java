package dev.berth.infra.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.axonframework.common.jdbc.PersistenceExceptionResolver;
import org.axonframework.eventhandling.DomainEventData;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.EventUtils;
import org.axonframework.eventhandling.GapAwareTrackingToken;
import org.axonframework.eventhandling.TrackedDomainEventData;
import org.axonframework.eventhandling.TrackedEventData;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.eventsourcing.eventstore.BatchingEventStorageEngine;
import org.axonframework.eventsourcing.eventstore.EventStoreException;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.serialization.Serializer;
import org.axonframework.serialization.upcasting.event.EventUpcaster;
import org.jspecify.annotations.Nullable;

/**
 * Events and snapshots in PostgreSQL.
 *
 * <p>Owns: the tables of events and snapshots. Does not own: when readers look (the event store), and how to go on after
 * a lost race (the dispatcher). Invariants: what one unit of work appends is there as a whole or not at all; one event
 * per place in a stream; readers get every event once, also those that become visible after later ones. On failure: an
 * append that was refused has left nothing; one whose connection broke may have been made.
 *
 * <p>An append outside a transaction is one statement and thereby its own transaction, so that no position stays drawn
 * for longer than the statement takes; the appends of several commands share one (see {@link AppendQueue}).
 */
final class PostgresEventStorage extends BatchingEventStorageEngine implements EventSource {
    private static final int BATCH = 500;

    private final StoreConnections connections;
    private final EventHead head;
    private final EventUpcaster upcasters;
    private final SettledPositions settled = new SettledPositions();
    private final AppendQueue queue = new AppendQueue(this::insert, this::failed);
    private volatile Runnable appended = () -> {};

    private static final class Builder extends BatchingEventStorageEngine.Builder {}

    /** Events as {@code serializer} writes them, brought up to date by {@code upcasters}. */
    static PostgresEventStorage of(
            StoreConnections connections,
            StableNameSerializer serializer,
            EventUpcaster upcasters,
            PersistenceExceptionResolver duplicates,
            EventHead head) {
        BatchingEventStorageEngine.Builder builder = new Builder()
                .eventSerializer(serializer)
                .snapshotSerializer(serializer)
                .upcasterChain(upcasters)
                .persistenceExceptionResolver(duplicates)
                .snapshotFilter(snapshot -> current(serializer.types(), snapshot))
                .batchSize(BATCH)
                .finalAggregateBatchPredicate(batch -> batch.size() < BATCH);
        return new PostgresEventStorage(builder, connections, upcasters, head);
    }

    private PostgresEventStorage(
            BatchingEventStorageEngine.Builder builder,
            StoreConnections connections,
            EventUpcaster upcasters,
            EventHead head) {
        super(builder);
        this.connections = connections;
        this.upcasters = upcasters;
        this.head = head;
    }

    private static boolean current(StoredTypes types, DomainEventData<?> snapshot) {
        StoredTypes.Entry entry = types.named(snapshot.getPayload().getType().getName());
        return entry != null
                && entry.revision().equals(snapshot.getPayload().getType().getRevision());
    }

    @Override
    protected void appendEvents(List<? extends EventMessage<?>> events, Serializer serializer) {
        if (events.isEmpty()) {
            return;
        }
        Turn turn = Turn.current();
        if (turn != null && turn.rehearsed()) {
            throw new Rehearsal(
                    List.copyOf(events),
                    CurrentUnitOfWork.get()
                            .root()
                            .getExecutionResult()
                            .getResult()
                            .getPayload());
        }
        if (turn != null) {
            turn.appended(queue.add(events, turn.since()));
        } else if (connections.inTransaction()) {
            appendNow(events);
        } else {
            queue.flush(queue.add(events, queue.epoch()));
        }
    }

    private void appendNow(List<? extends EventMessage<?>> events) {
        try {
            insert(events);
        } catch (SQLException e) {
            throw failed(e, events.getFirst());
        }
    }

    private void insert(List<? extends EventMessage<?>> events) throws SQLException {
        head.advance(connections.attempt(connection -> EventInsert.run(connection, events, getEventSerializer())));
        appended.run();
    }

    private RuntimeException failed(SQLException failure, EventMessage<?> event) {
        try {
            handlePersistenceException(failure, event);
            return new EventStoreException("Events could not be appended", failure);
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** The order in which appends are written. */
    AppendQueue queue() {
        return queue;
    }

    /** To be run whenever something was appended. */
    void onAppended(Runnable listener) {
        appended = listener;
    }

    @Override
    protected void storeSnapshot(DomainEventMessage<?> snapshot, Serializer serializer) {
        connections.with("Storing a snapshot", connection -> EventInsert.snapshot(connection, snapshot, serializer));
    }

    @Override
    protected Stream<? extends DomainEventData<?>> readSnapshotData(String stream) {
        String sql = "select " + StoredEvent.COLUMNS + " from snapshot_event_entry where aggregate_identifier = ?";
        return connections.with("Reading a snapshot", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, stream);
                return events(statement).stream();
            }
        });
    }

    @Override
    protected List<? extends DomainEventData<?>> fetchDomainEvents(String stream, long first, int limit) {
        String sql = "select " + StoredEvent.COLUMNS + " from domain_event_entry where aggregate_identifier = ?"
                + " and sequence_number >= ? order by sequence_number limit ?";
        return connections.with("Reading a stream", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setString(1, stream);
                statement.setLong(2, first);
                statement.setInt(3, limit);
                return events(statement);
            }
        });
    }

    private static List<StoredEvent> events(PreparedStatement statement) throws SQLException {
        List<StoredEvent> found = new ArrayList<>();
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                found.add(StoredEvent.read(row, 0));
            }
        }
        return found;
    }

    @Override
    protected List<? extends TrackedEventData<?>> fetchTrackedEvents(@Nullable TrackingToken token, int limit) {
        return after(Positions.of(token), limit).events().stream()
                .map(row -> new TrackedDomainEventData<>(row.token(), row.data()))
                .toList();
    }

    @Override
    public Page after(GapAwareTrackingToken token, int limit) {
        return connections.with("Reading events", connection -> {
            long sure = settled.upTo();
            GapAwareTrackingToken position = token;
            List<Row> found = new ArrayList<>();
            int beyond = 0;
            try (PreparedStatement statement = EventQueries.after(connection, token, limit);
                    ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    long index = row.getLong(1);
                    beyond += index > token.getIndex() ? 1 : 0;
                    position = Positions.after(position, index, sure);
                    found.add(new Row(index, position, StoredEvent.read(row, 1)));
                }
            }
            position = Positions.settle(position, sure);
            if (position.hasGaps()) {
                settled.look(connection);
            }
            return new Page(found, position, beyond == limit);
        });
    }

    @Override
    public TrackedEventMessage<?> message(Row row) {
        return EventUtils.upcastAndDeserializeTrackedEvents(
                        Stream.of(new TrackedDomainEventData<>(row.token(), row.data())),
                        getEventSerializer(),
                        upcasters)
                .findFirst()
                .orElseThrow(() -> new UnreadableStoredType(
                        "An upcaster has dropped an event of type " + row.data().payloadType()));
    }

    @Override
    public Optional<Long> lastSequenceNumberFor(String stream) {
        return connections.with("Reading a stream's end", connection -> EventQueries.lastSequence(connection, stream));
    }

    @Override
    public TrackingToken createTailToken() {
        return Positions.START;
    }

    /** The newest position, with the lower ones that may still be filled. */
    @Override
    public TrackingToken createHeadToken() {
        return connections.with("Reading the newest position", connection -> {
            long sure = settled.look(connection);
            return Positions.head(EventQueries.indexesAfter(connection, sure), sure);
        });
    }

    @Override
    public TrackingToken createTokenAt(Instant time) {
        return connections.with("Reading the position at a time", connection -> {
            long index = EventQueries.lastBefore(connection, time.atOffset(ZoneOffset.UTC))
                    .orElse(0L);
            return GapAwareTrackingToken.newInstance(index, List.of());
        });
    }

    /** The newest position there is, 0 if there is none. To be asked once before anything is read. */
    long newest() {
        return connections.with("Reading the newest position", connection -> {
            // Two looks settle all that is there, unless something is being written by others.
            settled.look(connection);
            settled.look(connection);
            return EventQueries.newest(connection);
        });
    }
}
