package dev.berth.infra.audit;

import dev.berth.api.audit.HistoryItem;
import dev.berth.api.iam.Caller;
import dev.berth.query.ViewJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A stored event as the history tells it. */
record StoredRow(
        long position, String type, long sequence, Instant time, String eventId, String payload, String metadata) {
    /** Its columns, of the table {@code e}. */
    static final String COLUMNS = "e.global_index, e.payload_type, e.sequence_number, e.time_stamp,"
            + " e.event_identifier, e.payload, e.meta_data";

    /** What tells a refused call. */
    static final String REFUSED = "request.refused";

    /** The current row, whose columns begin at {@code first}. */
    static StoredRow read(ResultSet row, int first) throws SQLException {
        return new StoredRow(
                row.getLong(first),
                row.getString(first + 1),
                row.getLong(first + 2),
                row.getObject(first + 3, OffsetDateTime.class).toInstant(),
                row.getString(first + 4),
                row.getString(first + 5),
                row.getString(first + 6));
    }

    /** Its metadata, with the decision as an object. */
    Map<String, Object> meta() {
        Map<String, Object> meta = new HashMap<>(ViewJson.readMap(metadata));
        if (meta.get("decision") instanceof String decision) {
            meta.put("decision", ViewJson.readMap(decision));
        }
        return meta;
    }

    /** The decision of the call, where this is the event that keeps it. */
    @SuppressWarnings("unchecked")
    static @Nullable Map<String, Object> decision(Map<String, Object> meta) {
        return meta.get("decision") instanceof Map<?, ?> decision ? (Map<String, Object>) decision : null;
    }

    /** As the history tells it. */
    HistoryItem item() {
        Map<String, Object> meta = meta();
        boolean refused = type.equals(REFUSED);
        return new HistoryItem(
                type,
                eventId,
                null,
                refused ? null : Long.valueOf(sequence + 1),
                time,
                text(meta, "actor") == null ? "system" : String.valueOf(text(meta, "actor")),
                text(meta, "session"),
                text(meta, "requestId"),
                text(meta, "cause"),
                decision(meta),
                refused ? refusal() : null,
                null,
                null,
                null);
    }

    /**
     * As the history tells it after the event before. A step's outcome has the step's number as its request; what led to
     * the step is the event before.
     */
    HistoryItem after(@Nullable StoredRow before) {
        HistoryItem item = item();
        String cause = item.cause();
        boolean ofStep = item.actor().equals(Caller.RECONCILER) && cause != null && cause.equals(item.requestId());
        return ofStep && before != null ? item.causedBy(before.eventId()) : item;
    }

    private Map<String, Object> refusal() {
        Map<String, Object> stored = ViewJson.readMap(payload);
        Map<String, Object> refusal = new LinkedHashMap<>();
        for (String field : new String[] {"method", "resource", "code", "detail", "details"}) {
            Object value = stored.get(field);
            if (value != null) {
                refusal.put(field, value);
            }
        }
        return refusal;
    }

    private static @Nullable String text(Map<String, Object> meta, String key) {
        return meta.get(key) instanceof String text ? text : null;
    }
}
