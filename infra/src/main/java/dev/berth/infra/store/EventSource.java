package dev.berth.infra.store;

import java.util.List;
import org.axonframework.eventhandling.GapAwareTrackingToken;
import org.axonframework.eventhandling.TrackedEventMessage;

/** Reads stored events in the order of their positions. */
interface EventSource {
    /**
     * A stored event.
     *
     * @param index its position
     * @param token the token of a reader that has read up to it
     */
    record Row(long index, GapAwareTrackingToken token, StoredEvent data) {}

    /**
     * What was read.
     *
     * @param events in ascending order; those that fill gaps of the token come first
     * @param after  the token after all of them
     * @param full   whether there may be more
     */
    record Page(List<Row> events, GapAwareTrackingToken after, boolean full) {}

    /** The next events after this token, at most {@code limit} and those that fill its gaps. */
    Page after(GapAwareTrackingToken token, int limit);

    /**
     * The event in its current form.
     *
     * @throws UnreadableStoredType if it has none
     */
    TrackedEventMessage<?> message(Row row);
}
