package dev.berth.infra.subscription;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a subscription has come.
 *
 * @param startedRevision the revision of its event that it began from; an older one than the subscription's says that it
 *     has to begin anew
 * @param position        of the last event that was received, or where it began
 * @param failures        how many tries in a row have failed
 * @param failingSince    when the first of them did
 * @param nextAttemptAt   when the next try is due
 * @param lastError       why the last try failed
 */
public record Progress(
        long startedRevision,
        long position,
        int failures,
        @Nullable Instant failingSince,
        @Nullable Instant nextAttemptAt,
        @Nullable String lastError) {
    /** At its beginning. */
    static Progress from(long startedRevision, long position) {
        return new Progress(startedRevision, position, 0, null, null, null);
    }

    /** The event at this position was received. */
    Progress received(long at) {
        return from(startedRevision, at);
    }

    /** A try failed. */
    Progress failed(Instant now, Instant next, String error) {
        return new Progress(
                startedRevision, position, failures + 1, failingSince == null ? now : failingSince, next, error);
    }
}
