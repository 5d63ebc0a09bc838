package dev.berth.query;

import java.time.Instant;
import java.util.Map;

/**
 * What a fold may know of an event besides its content.
 *
 * @param time           when it happened, in whole milliseconds
 * @param sequence       its place in its stream, from 0
 * @param globalPosition its place in the event store; only ever compared, never shown
 * @param eventId        its unique identifier
 * @param metadata       who did it, for whom, and why; see the keys below
 */
public record EventMeta(
        Instant time, long sequence, long globalPosition, String eventId, Map<String, ? extends Object> metadata) {
    /** The key of the principal who caused it. */
    public static final String ACTOR = "actor";

    /** The number of events in the stream up to this one. */
    public long revision() {
        return sequence + 1;
    }

    /** The principal who caused it; {@code system} where none is told. */
    public String actor() {
        return metadata.get(ACTOR) instanceof String actor ? actor : "system";
    }
}
