package dev.berth.query.snapshot;

import static dev.berth.query.Fold.existing;

import dev.berth.api.snapshot.SnapshotEvent;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreateBegun;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreated;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotDeleted;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotDeleting;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotDuplicateFound;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotErrored;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotReady;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotRestored;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotSizeSeen;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotStepFailed;
import dev.berth.api.snapshot.SnapshotState;
import dev.berth.api.snapshot.SnapshotView;
import dev.berth.query.EventMeta;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot as its events make it.
 *
 * <p>Owns: what is shown of it, and where it is found at its provider. Does not own: its volume. Invariants: one that is to
 * be deleted is not ready again. On failure: throws for an event before the first one.
 */
public final class SnapshotFold {
    private SnapshotFold() {}

    /** The snapshot after the event. */
    public static SnapshotRecord fold(@Nullable SnapshotRecord record, SnapshotEvent event, EventMeta meta) {
        if (event instanceof SnapshotCreated created) {
            return created(created, meta);
        }
        SnapshotRecord before = existing(record, event);
        SnapshotState state = before.view().state();
        Integer size = before.view().sizeGiB();
        String message = before.view().message();
        String providerId = before.providerSnapshotId();
        switch (event) {
            case SnapshotCreated ignored -> throw new IllegalStateException("A created snapshot is handled above");
            case SnapshotReady ready -> {
                state = state == SnapshotState.DELETING || state == SnapshotState.DELETED ? state : SnapshotState.READY;
                size = ready.sizeGiB();
                message = null;
                providerId = ready.providerSnapshotId();
            }
            case SnapshotSizeSeen seen -> size = seen.sizeGiB();
            case SnapshotStepFailed failed -> message = failed.failure().message();
            case SnapshotErrored errored -> {
                state = SnapshotState.ERROR;
                message = errored.message();
            }
            case SnapshotDeleting ignored -> {
                state = SnapshotState.DELETING;
                message = null;
            }
            case SnapshotDeleted ignored -> {
                state = SnapshotState.DELETED;
                message = null;
            }
            case SnapshotCreateBegun ignored -> {}
            case SnapshotRestored ignored -> {}
            case SnapshotDuplicateFound ignored -> {}
        }
        SnapshotView view = before.view();
        return new SnapshotRecord(
                new SnapshotView(
                        view.id(),
                        view.tenantId(),
                        view.createdBy(),
                        view.createdAt(),
                        meta.time(),
                        meta.revision(),
                        view.poolId(),
                        view.volumeId(),
                        view.name(),
                        state,
                        size,
                        message,
                        event instanceof SnapshotDeleted ? meta.time() : view.deletedAt()),
                before.accountId(),
                before.region(),
                before.kind(),
                providerId);
    }

    /** Whether something is still to be done for it, so that it must have a step waiting. */
    public static boolean inBetween(SnapshotRecord record) {
        return switch (record.view().state()) {
            case PENDING, DELETING -> true;
            case READY, ERROR, DELETED -> false;
        };
    }

    private static SnapshotRecord created(SnapshotCreated created, EventMeta meta) {
        return new SnapshotRecord(
                new SnapshotView(
                        created.snapshotId(),
                        created.tenantId(),
                        created.createdBy(),
                        meta.time(),
                        meta.time(),
                        meta.revision(),
                        created.poolId(),
                        created.volumeId(),
                        created.name(),
                        SnapshotState.PENDING,
                        null,
                        null,
                        null),
                created.accountId(),
                created.region(),
                created.kind(),
                null);
    }
}
