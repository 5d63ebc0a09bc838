package dev.berth.api.snapshot;

import dev.berth.api.account.ProviderFailure;

/**
 * What the reconciler reports of a snapshot, each as a command to its aggregate. Each names the snapshot's volume, which
 * is locked first.
 */
public sealed interface SnapshotObservation {
    /** The snapshot. */
    String snapshotId();

    /** Its volume. */
    String volumeId();

    /**
     * The provider is about to be asked for the snapshot, under this name. It may be asked only where this is answered with done; a
     * refusal means that the snapshot is not to be made any more, or is there already.
     */
    record SnapshotCreateBegins(String snapshotId, String volumeId, String sentName, long basedOn, long fence)
            implements SnapshotObservation {}

    /** A step ended. */
    record SnapshotStepEnded(
            String snapshotId, String volumeId, SnapshotOperation operation, long basedOn, long fence, Result result)
            implements SnapshotObservation {}

    /** A complete listing has the snapshot, with this size. */
    record SnapshotListed(String snapshotId, String volumeId, long basedOn, int sizeGiB)
            implements SnapshotObservation {}

    /** The provider has it no more, in two complete listings in a row. */
    record SnapshotMissing(String snapshotId, String volumeId, long basedOn) implements SnapshotObservation {}

    /** The provider has, or had, a second one that bears its mark; {@code removed} once that is gone. */
    record SnapshotDuplicate(String snapshotId, String volumeId, String keptId, String otherId, boolean removed)
            implements SnapshotObservation {}

    /** How a step ended. */
    sealed interface Result {
        /** The provider has it. */
        record Made(String providerSnapshotId, int sizeGiB, int minSizeGiB) implements Result {}

        /** The provider has it no more, or never had it. */
        record Gone() implements Result {}

        /** Not done. */
        record Failed(ProviderFailure failure) implements Result {}
    }
}
