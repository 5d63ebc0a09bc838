package dev.berth.infra.store;

import dev.berth.api.DomainEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.serialization.SerializedObject;
import org.axonframework.serialization.Serializer;

/** The statements that write events and snapshots. */
final class EventInsert {
    // One text for any number of rows, so that each connection prepares it once.
    static final String SQL = "insert into domain_event_entry (" + StoredEvent.COLUMNS + ")"
            + " select sequence_number, 'epoch'::timestamptz + micros * interval '1 microsecond',"
            + " aggregate_identifier, type, event_identifier, payload_type, payload_revision, payload, meta_data"
            + " from unnest(?::bigint[], ?::bigint[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],"
            + " ?::text[]) as row (sequence_number, micros, aggregate_identifier, type, event_identifier, payload_type,"
            + " payload_revision, payload, meta_data) returning global_index";

    private static final int TEXTS = 7;

    private static final String SNAPSHOT = "insert into snapshot_event_entry as old (" + StoredEvent.COLUMNS
            + ") values (?,?,?,?,?,?,?,?,?) on conflict (aggregate_identifier) do update set"
            + " sequence_number = excluded.sequence_number, time_stamp = excluded.time_stamp, type = excluded.type,"
            + " event_identifier = excluded.event_identifier, payload_type = excluded.payload_type,"
            + " payload_revision = excluded.payload_revision, payload = excluded.payload,"
            + " meta_data = excluded.meta_data where old.sequence_number <= excluded.sequence_number"
            + " or old.payload_revision <> excluded.payload_revision";

    private EventInsert() {}

    /** Appends events with one statement and answers the last position. */
    static long run(Connection connection, List<? extends EventMessage<?>> events, Serializer serializer)
            throws SQLException {
        int rows = events.size();
        Long[] sequences = new Long[rows];
        Long[] micros = new Long[rows];
        String[][] texts = new String[TEXTS][rows];
        for (int row = 0; row < rows; row++) {
            DomainEventMessage<?> event = domainEvent(events.get(row));
            sequences[row] = event.getSequenceNumber();
            micros[row] = ChronoUnit.MICROS.between(Instant.EPOCH, event.getTimestamp());
            String[] values = texts(event, serializer);
            for (int column = 0; column < TEXTS; column++) {
                texts[column][row] = values[column];
            }
        }
        try (PreparedStatement statement = connection.prepareStatement(SQL)) {
            statement.setArray(1, connection.createArrayOf("bigint", sequences));
            statement.setArray(2, connection.createArrayOf("bigint", micros));
            for (int column = 0; column < TEXTS; column++) {
                statement.setArray(column + 3, connection.createArrayOf("text", texts[column]));
            }
            long last = 0;
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    last = row.getLong(1);
                }
            }
            return last;
        }
    }

    /** Keeps a snapshot unless there is a newer one of the same shape. */
    static int snapshot(Connection connection, DomainEventMessage<?> snapshot, Serializer serializer)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SNAPSHOT)) {
            statement.setLong(1, snapshot.getSequenceNumber());
            statement.setObject(2, snapshot.getTimestamp().atOffset(ZoneOffset.UTC));
            String[] values = texts(snapshot, serializer);
            for (int column = 0; column < TEXTS; column++) {
                statement.setString(column + 3, values[column]);
            }
            return statement.executeUpdate();
        }
    }

    private static DomainEventMessage<?> domainEvent(EventMessage<?> event) {
        if (event instanceof DomainEventMessage<?> domainEvent) {
            return domainEvent;
        }
        throw new IllegalArgumentException("Only events of aggregates are stored, not " + event.getPayloadType());
    }

    /**
     * The stream of an event, which the event itself names: Axon asks the aggregate, which does not know its id while its
     * first event is made.
     */
    static String stream(DomainEventMessage<?> event) {
        return event.getPayload() instanceof DomainEvent payload ? payload.streamId() : event.getAggregateIdentifier();
    }

    private static String[] texts(DomainEventMessage<?> event, Serializer serializer) {
        SerializedObject<String> payload = event.serializePayload(serializer, String.class);
        SerializedObject<String> metadata = event.serializeMetaData(serializer, String.class);
        String name = payload.getType().getName();
        return new String[] {
            stream(event),
            // The kind of stream is the first part of its events' names: Axon's is a Java class's name.
            name.substring(0, Math.max(0, name.lastIndexOf('.'))),
            event.getIdentifier(),
            name,
            payload.getType().getRevision(),
            payload.getData(),
            metadata.getData()
        };
    }
}
