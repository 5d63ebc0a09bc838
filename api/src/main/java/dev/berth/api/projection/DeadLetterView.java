package dev.berth.api.projection;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A resource whose events a read model could not take in; the others go on.
 *
 * @param name       the read model
 * @param resourceId the stream of the events
 * @param letters    how many events wait; the first one is at fault
 * @param eventType  the type of the first one
 * @param cause      why it could not be taken in
 */
public record DeadLetterView(
        String name,
        String resourceId,
        long letters,
        String eventType,
        @Nullable String cause,
        Instant since) {}
