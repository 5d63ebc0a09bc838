package dev.berth.query.feed;

import dev.berth.api.account.AccountEvent;
import dev.berth.api.account.AccountEvent.AccountArchived;
import dev.berth.api.account.AccountEvent.AccountCreated;
import dev.berth.api.account.AccountEvent.AccountFailing;
import dev.berth.api.account.AccountEvent.AccountRecovered;
import dev.berth.api.network.NetworkEvent;
import dev.berth.api.network.NetworkEvent.NetworkCreated;
import dev.berth.api.network.NetworkEvent.NetworkDeleted;
import dev.berth.api.network.NetworkEvent.NetworkDeleting;
import dev.berth.api.network.NetworkEvent.NetworkErrored;
import dev.berth.api.network.NetworkEvent.NetworkFreed;
import dev.berth.api.network.NetworkEvent.NetworkReady;
import dev.berth.api.network.NetworkEvent.NetworkUsed;
import dev.berth.api.network.NetworkEvent.SubnetCreateBegun;
import dev.berth.api.network.NetworkEvent.SubnetDeleted;
import dev.berth.api.network.NetworkEvent.SubnetReady;
import dev.berth.api.network.NetworkEvent.SubnetStepFailed;
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
import dev.berth.api.volume.VolumeEvent;
import dev.berth.api.volume.VolumeEvent.VolumeAttached;
import dev.berth.api.volume.VolumeEvent.VolumeCreated;
import dev.berth.api.volume.VolumeEvent.VolumeDeleted;
import dev.berth.api.volume.VolumeEvent.VolumeDeleting;
import dev.berth.api.volume.VolumeEvent.VolumeDetached;
import dev.berth.api.volume.VolumeEvent.VolumeErrored;
import dev.berth.api.volume.VolumeEvent.VolumeReady;
import dev.berth.api.volume.VolumeEvent.VolumeResized;
import java.util.List;

/** What is published of provider accounts and of what is made with them. */
final class PublishedProviderEvents {
    private PublishedProviderEvents() {}

    static List<Published> of(VolumeEvent event) {
        Fields data = Fields.of("volumeId", event.volumeId());
        return switch (event) {
            case VolumeCreated created ->
                one(
                        event,
                        "providerVolume.created",
                        data.and("createdBy", created.createdBy())
                                .and("poolId", created.poolId())
                                .and("projectId", created.projectId())
                                .and("name", created.name())
                                .and("region", created.region())
                                .and("kind", created.kind())
                                .and("networkId", created.networkId())
                                .and("sizeGiB", created.sizeGiB())
                                .and(
                                        "snapshotId",
                                        created.source() == null
                                                ? null
                                                : created.source().snapshotId()));
            case VolumeReady ready ->
                one(
                        event,
                        "providerVolume.ready",
                        data.and("providerVolumeId", ready.providerVolumeId())
                                .and("sizeGiB", ready.observedSizeGiB())
                                .and("device", ready.device())
                                .and("mount", ready.mount()));
            case VolumeErrored errored ->
                one(
                        event,
                        "providerVolume.error",
                        data.and("reason", errored.reason()).and("message", errored.message()));
            case VolumeAttached attached ->
                one(
                        event,
                        "providerVolume.attached",
                        data.and("instanceId", attached.instanceId()).and("device", attached.device()));
            case VolumeDetached detached ->
                one(event, "providerVolume.detached", data.and("instanceId", detached.instanceId()));
            case VolumeResized resized ->
                one(
                        event,
                        "providerVolume.resized",
                        data.and("fromGiB", resized.fromGiB()).and("sizeGiB", resized.observedSizeGiB()));
            case VolumeDeleting deleting ->
                one(
                        event,
                        "providerVolume.deleting",
                        data.and("deletedBy", deleting.deletedBy()).and("withInstanceId", deleting.withInstanceId()));
            case VolumeDeleted ignored -> one(event, "providerVolume.deleted", data);
            case VolumeEvent.VolumeCreateBegun ignored -> List.of();
            case VolumeEvent.VolumeStepFailed ignored -> List.of();
            case VolumeEvent.VolumeResizing ignored -> List.of();
            case VolumeEvent.VolumeResizeRefused ignored -> List.of();
            case VolumeEvent.VolumeAttaching ignored -> List.of();
            case VolumeEvent.VolumeAttachmentLost ignored -> List.of();
            case VolumeEvent.VolumeAttachmentStepFailed ignored -> List.of();
            case VolumeEvent.VolumeAttachmentErrored ignored -> List.of();
            case VolumeEvent.VolumeDetaching ignored -> List.of();
            case VolumeEvent.VolumeSnapshotAdded ignored -> List.of();
            case VolumeEvent.VolumeSnapshotRemoved ignored -> List.of();
            case VolumeEvent.VolumeDuplicateFound ignored -> List.of();
        };
    }

    static List<Published> of(SnapshotEvent event) {
        Fields data = Fields.of("snapshotId", event.snapshotId());
        return switch (event) {
            case SnapshotCreated created ->
                one(
                        event,
                        "providerSnapshot.created",
                        data.and("createdBy", created.createdBy())
                                .and("poolId", created.poolId())
                                .and("volumeId", created.volumeId())
                                .and("name", created.name()));
            case SnapshotReady ready -> one(event, "providerSnapshot.ready", data.and("sizeGiB", ready.sizeGiB()));
            case SnapshotErrored errored ->
                one(
                        event,
                        "providerSnapshot.error",
                        data.and("reason", errored.reason()).and("message", errored.message()));
            case SnapshotRestored restored ->
                one(event, "providerSnapshot.restored", data.and("volumeId", restored.volumeId()));
            case SnapshotDeleting deleting ->
                one(event, "providerSnapshot.deleting", data.and("deletedBy", deleting.deletedBy()));
            case SnapshotDeleted ignored -> one(event, "providerSnapshot.deleted", data);
            case SnapshotCreateBegun ignored -> List.of();
            case SnapshotSizeSeen ignored -> List.of();
            case SnapshotStepFailed ignored -> List.of();
            case SnapshotDuplicateFound ignored -> List.of();
        };
    }

    /** The reference to a secret is nobody's business but the account's owner's, who reads it there. */
    static List<Published> of(AccountEvent event) {
        Fields data = Fields.of("accountId", event.accountId());
        return switch (event) {
            case AccountCreated created ->
                one(
                        event,
                        "account.created",
                        data.and("createdBy", created.createdBy())
                                .and("name", created.name())
                                .and("provider", created.provider())
                                .and("regions", created.regions()));
            case AccountFailing failing -> one(event, "account.failing", data.and("message", failing.message()));
            case AccountRecovered ignored -> one(event, "account.recovered", data);
            case AccountArchived ignored -> one(event, "account.archived", data);
        };
    }

    static List<Published> of(NetworkEvent event) {
        Fields data = Fields.of("networkId", event.networkId());
        return switch (event) {
            case NetworkCreated created ->
                one(
                        event,
                        "network.created",
                        data.and("createdBy", created.createdBy())
                                .and("accountId", created.accountId())
                                .and("name", created.name())
                                .and("subnets", created.subnets()));
            case NetworkReady ignored -> one(event, "network.ready", data);
            case NetworkErrored errored ->
                one(
                        event,
                        "network.error",
                        data.and("region", errored.region())
                                .and("reason", errored.reason())
                                .and("message", errored.message()));
            case NetworkDeleting deleting ->
                one(event, "network.deleting", data.and("deletedBy", deleting.deletedBy()));
            case NetworkDeleted ignored -> one(event, "network.deleted", data);
            case SubnetCreateBegun ignored -> List.of();
            case SubnetReady ignored -> List.of();
            case SubnetStepFailed ignored -> List.of();
            case SubnetDeleted ignored -> List.of();
            case NetworkUsed ignored -> List.of();
            case NetworkFreed ignored -> List.of();
        };
    }

    private static List<Published> one(VolumeEvent event, String type, Fields data) {
        return List.of(data.published(event.tenantId(), type, event.volumeId()));
    }

    private static List<Published> one(SnapshotEvent event, String type, Fields data) {
        return List.of(data.published(event.tenantId(), type, event.snapshotId()));
    }

    private static List<Published> one(AccountEvent event, String type, Fields data) {
        return List.of(data.published(event.tenantId(), type, event.accountId()));
    }

    private static List<Published> one(NetworkEvent event, String type, Fields data) {
        return List.of(data.published(event.tenantId(), type, event.networkId()));
    }
}
