package dev.berth.sagas.snapshot;

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
import dev.berth.api.snapshot.SnapshotOperation;
import dev.berth.sagas.MissedEvent;
import dev.berth.sagas.ResourcePlan;
import dev.berth.sagas.Step;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of a snapshot beside what was seen of it, and what follows. A value, folded from the events of one stream.
 *
 * @param revision how many events of the stream it has seen, at least 1
 * @param begun whether a create may have been sent whose outcome is not recorded
 * @param providerSnapshotId the provider's id of it, once it was made
 * @param sizeGiB what the provider reported last; 0 before it was made
 */
public record SnapshotPlan(
        String snapshotId,
        long revision,
        String accountId,
        String volumeId,
        String region,
        boolean shared,
        State state,
        boolean begun,
        @Nullable String providerSnapshotId,
        int sizeGiB)
        implements ResourcePlan {
    /** The kind of a snapshot's steps. */
    public static final String KIND = "snapshot";

    /** Why a snapshot is in error that its provider has no more. */
    public static final String MISSING = "missing";

    /** What is wanted, and how far it is. */
    public enum State {
        NOT_MADE,
        MADE,
        /** The provider refused to make it: until it is deleted. */
        REFUSED,
        /** The provider has it no more. */
        MISSING,
        DELETING,
        DELETED
    }

    /**
     * The plan after one more event.
     *
     * @param before null before the first event
     * @param revision the event's number in its stream, counted from 1
     * @throws MissedEvent when that is not the revision after the last one
     */
    public static SnapshotPlan after(@Nullable SnapshotPlan before, SnapshotEvent event, long revision) {
        long seen = before == null ? 0 : before.revision;
        if (revision != seen + 1) {
            throw new MissedEvent(event.snapshotId(), seen, revision);
        }
        if (before != null) {
            return before.after(event);
        }
        if (event instanceof SnapshotCreated it) {
            boolean shared = it.kind() == dev.berth.api.volume.VolumeKind.SHARED;
            return new SnapshotPlan(
                    it.snapshotId(),
                    1,
                    it.accountId(),
                    it.volumeId(),
                    it.region(),
                    shared,
                    State.NOT_MADE,
                    false,
                    null,
                    0);
        }
        throw new IllegalStateException("A snapshot's stream begins with another event than its creation");
    }

    private SnapshotPlan after(SnapshotEvent event) {
        return switch (event) {
            case SnapshotCreated it -> throw new IllegalStateException("A snapshot is created once");
            case SnapshotCreateBegun it -> with(state, true, providerSnapshotId, sizeGiB);
            case SnapshotReady it -> with(ending() ? state : State.MADE, false, it.providerSnapshotId(), it.sizeGiB());
            case SnapshotSizeSeen it -> with(state, begun, providerSnapshotId, it.sizeGiB());
            case SnapshotStepFailed it -> {
                boolean known = it.operation() == SnapshotOperation.CREATE
                        && it.failure().certain();
                yield with(state, begun && !known, providerSnapshotId, sizeGiB);
            }
            case SnapshotErrored it ->
                with(MISSING.equals(it.reason()) ? State.MISSING : State.REFUSED, false, providerSnapshotId, sizeGiB);
            case SnapshotRestored it -> with(state, begun, providerSnapshotId, sizeGiB);
            case SnapshotDuplicateFound it -> with(state, begun, providerSnapshotId, sizeGiB);
            case SnapshotDeleting it -> with(State.DELETING, begun, providerSnapshotId, sizeGiB);
            case SnapshotDeleted it -> with(State.DELETED, begun, providerSnapshotId, sizeGiB);
        };
    }

    private boolean ending() {
        return state == State.DELETING || state == State.DELETED;
    }

    private SnapshotPlan with(State now, boolean nowBegun, @Nullable String providerId, int size) {
        return new SnapshotPlan(
                snapshotId, revision + 1, accountId, volumeId, region, shared, now, nowBegun, providerId, size);
    }

    /** What it needs next; empty where everything is as wanted, or nothing may be done. */
    public Optional<SnapshotOperation> next() {
        return switch (state) {
            case NOT_MADE -> Optional.of(SnapshotOperation.CREATE);
            case DELETING -> Optional.of(SnapshotOperation.DELETE);
            case MADE, REFUSED, MISSING, DELETED -> Optional.empty();
        };
    }

    @Override
    public String resourceId() {
        return snapshotId;
    }

    @Override
    public Optional<Step> step() {
        return next().map(it -> new Step(snapshotId, KIND, accountId, it.name().toLowerCase(Locale.ROOT), revision));
    }

    @Override
    public boolean over() {
        return state == State.DELETED;
    }
}
