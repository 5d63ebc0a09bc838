package dev.berth.command.snapshot;

import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.snapshot.SnapshotState;
import dev.berth.api.volume.VolumeKind;
import dev.berth.command.account.Creation;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What may be done with a snapshot in which state: each rule is a function that answers a refusal or allows. */
final class SnapshotRules {
    /** The reason of an error that means that the provider has it no more. */
    static final String MISSING = "missing";

    private SnapshotRules() {}

    /** Volumes are made from what is there. */
    static Optional<Problem> ready(Snapshot snapshot) {
        return snapshot.state == SnapshotState.READY
                ? Optional.empty()
                : Optional.of(Problem.invalidState(
                        "Only a snapshot that is ready can be restored.",
                        snapshot.state.name().toLowerCase(Locale.ROOT)));
    }

    /** A volume has room for what is restored into it. */
    static Optional<Problem> fits(Snapshot snapshot, @Nullable Integer sizeGiB) {
        return sizeGiB != null && sizeGiB < snapshot.minSizeGiB
                ? Optional.of(Problem.invalid(
                        "sizeGiB", "must not be less than the " + snapshot.minSizeGiB + " of the snapshot"))
                : Optional.empty();
    }

    /** Shares can't be made from snapshots everywhere. */
    static Optional<Problem> restorable(Snapshot snapshot, boolean restoresShared) {
        return snapshot.kind == VolumeKind.SHARED && !restoresShared
                ? Optional.of(
                        Problem.unsupported("restoreShared", "The provider makes no shared volumes from snapshots."))
                : Optional.empty();
    }

    /** Whether the provider certainly has nothing of it, so that nobody has to be asked to delete it. */
    static boolean neverMade(Snapshot snapshot) {
        return snapshot.creation == Creation.NONE;
    }

    static Problem notFound(String snapshotId) {
        return Problem.notFound("snapshot", "compute-provider-snapshot/" + snapshotId);
    }

    /** The snapshot as policies see it. */
    static ResourceRef resource(Snapshot snapshot) {
        Map<String, Object> attributes = new HashMap<>();
        attributes.put("tenantId", snapshot.tenantId);
        attributes.put("createdBy", snapshot.createdBy);
        attributes.put("poolId", snapshot.poolId);
        attributes.put("state", snapshot.state.name().toLowerCase(Locale.ROOT));
        return new ResourceRef("compute-provider-snapshot", snapshot.id(), attributes);
    }
}
