package dev.berth.api.snapshot;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.volume.Filesystem;
import dev.berth.api.volume.VolumeKind;
import org.jspecify.annotations.Nullable;

/** The whole vocabulary of a snapshot. */
public sealed interface SnapshotEvent extends DomainEvent {
    /** The snapshot. */
    String snapshotId();

    /** Its tenant. */
    String tenantId();

    @Override
    default String streamId() {
        return snapshotId();
    }

    /**
     * Wanted. What it needs to be restored is copied from its volume, which may be gone by then.
     *
     * @param providerName its name at the provider, unlike that of any other snapshot
     */
    @Stored(name = "providerSnapshot.created")
    record SnapshotCreated(
            String snapshotId,
            String tenantId,
            String createdBy,
            String poolId,
            @Nullable String projectId,
            String volumeId,
            String name,
            String providerName,
            String accountId,
            String region,
            VolumeKind kind,
            @Nullable Filesystem filesystem,
            String requestHmac)
            implements SnapshotEvent {}

    /** The provider is about to be asked for it under this name: from now on it may have it, until the answer is known. */
    @Stored(name = "providerSnapshot.createBegun")
    record SnapshotCreateBegun(String snapshotId, String tenantId, String sentName, long fence)
            implements SnapshotEvent {}

    /**
     * The provider has it.
     *
     * @param sizeGiB    what the provider reports, and bills
     * @param minSizeGiB how large a volume made from it is at least
     */
    @Stored(name = "providerSnapshot.ready")
    record SnapshotReady(
            String snapshotId, String tenantId, String providerSnapshotId, int sizeGiB, int minSizeGiB, long fence)
            implements SnapshotEvent {}

    /** The provider reports another size than before. */
    @Stored(name = "providerSnapshot.sizeSeen")
    record SnapshotSizeSeen(String snapshotId, String tenantId, int sizeGiB) implements SnapshotEvent {}

    /** The provider has not done something, which is tried again. */
    @Stored(name = "providerSnapshot.stepFailed")
    record SnapshotStepFailed(
            String snapshotId, String tenantId, SnapshotOperation operation, ProviderFailure failure, long fence)
            implements SnapshotEvent {}

    /** The provider refused to make it, or has it no more ({@code reason} is {@code missing}). */
    @Stored(name = "providerSnapshot.error")
    record SnapshotErrored(String snapshotId, String tenantId, String reason, String message, long fence)
            implements SnapshotEvent {}

    /** A volume is made from it. */
    @Stored(name = "providerSnapshot.restored")
    record SnapshotRestored(String snapshotId, String tenantId, String volumeId) implements SnapshotEvent {}

    /** The provider had two that bear its mark: {@code keptId} is it, {@code otherId} is not. */
    @Stored(name = "providerSnapshot.duplicateFound")
    record SnapshotDuplicateFound(String snapshotId, String tenantId, String keptId, String otherId, boolean removed)
            implements SnapshotEvent {}

    /** To be deleted. */
    @Stored(name = "providerSnapshot.deleting")
    record SnapshotDeleting(String snapshotId, String tenantId, String deletedBy) implements SnapshotEvent {}

    /** Gone; its name and its place at the volume are free again. */
    @Stored(name = "providerSnapshot.deleted")
    record SnapshotDeleted(String snapshotId, String tenantId, long fence) implements SnapshotEvent {}
}
