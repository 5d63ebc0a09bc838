package dev.berth.api.volume;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import dev.berth.api.account.ProviderFailure;
import org.jspecify.annotations.Nullable;

/**
 * The whole vocabulary of a volume and its attachments, of which this stream is the one owner; an instance's stream only
 * mirrors which volumes are wanted on it.
 */
public sealed interface VolumeEvent extends DomainEvent {
    /** The volume. */
    String volumeId();

    /** Its tenant. */
    String tenantId();

    @Override
    default String streamId() {
        return volumeId();
    }

    /**
     * Admitted and charged.
     *
     * @param networkProviderId the provider's id of the network's subnet in the region, for a shared volume
     * @param providerName      its name at the provider, unlike that of any other live volume of the deployment
     * @param source            the snapshot that it is made from, if any
     */
    @Stored(name = "providerVolume.created")
    record VolumeCreated(
            String volumeId,
            String tenantId,
            String createdBy,
            String poolId,
            String quotaId,
            @Nullable String projectId,
            String name,
            @Nullable String description,
            String accountId,
            String region,
            VolumeKind kind,
            @Nullable String networkId,
            @Nullable String networkProviderId,
            @Nullable Filesystem filesystem,
            int sizeGiB,
            boolean deleteWithInstance,
            String providerName,
            @Nullable VolumeSource source,
            String requestHmac)
            implements VolumeEvent {}

    /** The provider is about to be asked for it under this name: from now on it may have it, until the answer is known. */
    @Stored(name = "providerVolume.createBegun")
    record VolumeCreateBegun(String volumeId, String tenantId, String sentName, long fence) implements VolumeEvent {}

    /** The provider has it, with this size. */
    @Stored(name = "providerVolume.ready")
    record VolumeReady(
            String volumeId,
            String tenantId,
            String providerVolumeId,
            int observedSizeGiB,
            @Nullable String device,
            @Nullable Mount mount,
            long fence)
            implements VolumeEvent {}

    /** The provider has not done something, which is tried again. */
    @Stored(name = "providerVolume.stepFailed")
    record VolumeStepFailed(
            String volumeId, String tenantId, VolumeOperation operation, ProviderFailure failure, long fence)
            implements VolumeEvent {}

    /** The provider refused to make it, or has it no more ({@code reason} is {@code missing}). */
    @Stored(name = "providerVolume.error")
    record VolumeErrored(String volumeId, String tenantId, String reason, String message, long fence)
            implements VolumeEvent {}

    /** Is to be this large; the difference was charged. */
    @Stored(name = "providerVolume.resizing")
    record VolumeResizing(String volumeId, String tenantId, int fromGiB, int sizeGiB) implements VolumeEvent {}

    /** The provider shows another size than before. */
    @Stored(name = "providerVolume.resized")
    record VolumeResized(String volumeId, String tenantId, int fromGiB, int observedSizeGiB, long fence)
            implements VolumeEvent {}

    /** The provider refused to grow it: size and charge are what they were. */
    @Stored(name = "providerVolume.resizeRefused")
    record VolumeResizeRefused(
            String volumeId, String tenantId, int fromGiB, int sizeGiB, String reason, String message, long fence)
            implements VolumeEvent {}

    /** Wanted on this instance. */
    @Stored(name = "providerVolume.attaching")
    record VolumeAttaching(String volumeId, String tenantId, String instanceId) implements VolumeEvent {}

    /** Seen on this instance. */
    @Stored(name = "providerVolume.attached")
    record VolumeAttached(
            String volumeId,
            String tenantId,
            String instanceId,
            @Nullable String device,
            long fence) implements VolumeEvent {}

    /** Was on this instance and is there no more, though it is wanted there. */
    @Stored(name = "providerVolume.attachmentLost")
    record VolumeAttachmentLost(String volumeId, String tenantId, String instanceId) implements VolumeEvent {}

    /** The provider has not attached or detached it, which is tried again. */
    @Stored(name = "providerVolume.attachmentStepFailed")
    record VolumeAttachmentStepFailed(
            String volumeId,
            String tenantId,
            String instanceId,
            AttachmentOperation operation,
            ProviderFailure failure,
            long fence)
            implements VolumeEvent {}

    /** The provider refused to attach it. */
    @Stored(name = "providerVolume.attachmentError")
    record VolumeAttachmentErrored(
            String volumeId, String tenantId, String instanceId, String reason, String message, long fence)
            implements VolumeEvent {}

    /** No more wanted on this instance. */
    @Stored(name = "providerVolume.detaching")
    record VolumeDetaching(String volumeId, String tenantId, String instanceId) implements VolumeEvent {}

    /** No more on this instance, or never was. */
    @Stored(name = "providerVolume.detached")
    record VolumeDetached(String volumeId, String tenantId, String instanceId, long fence) implements VolumeEvent {}

    /** One of its places for snapshots, and the name, are taken. */
    @Stored(name = "providerVolume.snapshotAdded")
    record VolumeSnapshotAdded(String volumeId, String tenantId, String snapshotId, String name)
            implements VolumeEvent {}

    /** One of its places for snapshots is free again. */
    @Stored(name = "providerVolume.snapshotRemoved")
    record VolumeSnapshotRemoved(String volumeId, String tenantId, String snapshotId) implements VolumeEvent {}

    /** The provider had two that bear its mark: {@code keptId} is it, {@code otherId} is not. */
    @Stored(name = "providerVolume.duplicateFound")
    record VolumeDuplicateFound(String volumeId, String tenantId, String keptId, String otherId, boolean removed)
            implements VolumeEvent {}

    /**
     * To be deleted.
     *
     * @param withInstanceId the instance whose machine it goes with, where it does; what is left of it once that is gone
     *                       is deleted as any other
     */
    @Stored(name = "providerVolume.deleting")
    record VolumeDeleting(
            String volumeId,
            String tenantId,
            String deletedBy,
            @Nullable String withInstanceId) implements VolumeEvent {}

    /** Gone: its charge was refunded and its name released with this event. */
    @Stored(name = "providerVolume.deleted")
    record VolumeDeleted(String volumeId, String tenantId, long fence) implements VolumeEvent {}
}
