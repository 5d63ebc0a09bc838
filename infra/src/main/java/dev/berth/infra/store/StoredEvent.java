package dev.berth.infra.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.axonframework.eventhandling.DomainEventData;
import org.axonframework.serialization.SerializedMetaData;
import org.axonframework.serialization.SerializedObject;
import org.axonframework.serialization.SimpleSerializedObject;

/** A row of the events or of the snapshots, as Axon reads it. */
record StoredEvent(
        long sequence,
        Instant time,
        String stream,
        String type,
        String id,
        String payloadType,
        String payloadRevision,
        String payload,
        String metadata)
        implements DomainEventData<String> {
    /** The columns from which it is read, in their order. */
    static final String COLUMNS = "sequence_number, time_stamp, aggregate_identifier, type, event_identifier,"
            + " payload_type, payload_revision, payload, meta_data";

    /** The current row, whose {@link #COLUMNS} begin after {@code offset} others. */
    static StoredEvent read(ResultSet row, int offset) throws SQLException {
        return new StoredEvent(
                row.getLong(offset + 1),
                row.getObject(offset + 2, OffsetDateTime.class).toInstant(),
                row.getString(offset + 3),
                row.getString(offset + 4),
                row.getString(offset + 5),
                row.getString(offset + 6),
                row.getString(offset + 7),
                row.getString(offset + 8),
                row.getString(offset + 9));
    }

    @Override
    public String getType() {
        return type;
    }

    @Override
    public String getAggregateIdentifier() {
        return stream;
    }

    @Override
    public long getSequenceNumber() {
        return sequence;
    }

    @Override
    public String getEventIdentifier() {
        return id;
    }

    @Override
    public Instant getTimestamp() {
        return time;
    }

    @Override
    public SerializedObject<String> getMetaData() {
        return new SerializedMetaData<>(metadata, String.class);
    }

    @Override
    public SerializedObject<String> getPayload() {
        return new SimpleSerializedObject<>(payload, String.class, payloadType, payloadRevision);
    }
}
