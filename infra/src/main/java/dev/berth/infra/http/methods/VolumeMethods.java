package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.CONFLICT;
import static dev.berth.api.ErrorCode.INVALID_STATE;
import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.api.ErrorCode.QUOTA_EXCEEDED;
import static dev.berth.api.ErrorCode.UNSUPPORTED;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.mutation;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.iam.Resources;
import dev.berth.api.snapshot.DeleteSnapshot;
import dev.berth.api.snapshot.GetSnapshot;
import dev.berth.api.snapshot.ListSnapshots;
import dev.berth.api.snapshot.RestoreSnapshot;
import dev.berth.api.snapshot.SnapshotView;
import dev.berth.api.volume.AttachVolume;
import dev.berth.api.volume.CreateVolume;
import dev.berth.api.volume.DeleteVolume;
import dev.berth.api.volume.DetachVolume;
import dev.berth.api.volume.GetVolume;
import dev.berth.api.volume.ListVolumes;
import dev.berth.api.volume.ResizeVolume;
import dev.berth.api.volume.SnapshotVolume;
import dev.berth.api.volume.VolumeView;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Call;
import dev.berth.infra.http.Mutations;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.http.Reads;
import dev.berth.infra.http.Reply;
import java.util.List;
import java.util.Optional;

/** The groups {@code providerVolumes} and {@code providerSnapshots}. */
final class VolumeMethods {
    private static final String READ = "compute:volumes:read";
    private static final String MANAGE = "compute:volumes:manage";
    private static final String TENANT = "compute-tenant";
    private static final String VOLUME = "compute-provider-volume";
    private static final String SNAPSHOT = "compute-provider-snapshot";
    private static final String THIS_VOLUME = Input.of("volumeId", ProviderExamples.VOLUME_ID);
    private static final String THIS_SNAPSHOT = Input.of("snapshotId", ProviderExamples.SNAPSHOT_ID);

    private final Mutations mutations;
    private final Reads reads;
    private final ReadModels models;

    VolumeMethods(Mutations mutations, Reads reads, ReadModels models) {
        this.mutations = mutations;
        this.reads = reads;
        this.models = models;
    }

    List<ApiMethod<?>> volumes() {
        return List.of(
                mutation("providerVolumes.create", CreateVolume.class, ProviderExamples.VOLUME)
                        .decides(MANAGE, VOLUME)
                        .summary("Admits a volume on the pool's provider account and answers it pending; with "
                                + "instanceId it is attached once both exist.")
                        .errors(NOT_FOUND, CONFLICT, QUOTA_EXCEEDED, INVALID_STATE, UNSUPPORTED)
                        .example(Input.of(
                                "poolId",
                                ProviderExamples.POOL_ID,
                                "name",
                                "data",
                                "region",
                                ProviderExamples.REGION,
                                "sizeGiB",
                                100,
                                "filesystem",
                                "ext4",
                                "instanceId",
                                Examples.INSTANCE_ID,
                                "idempotencyKey",
                                "data-1"))
                        .handledBy((call, in) -> mutations.make(
                                call,
                                in,
                                events -> models.providers().volume(events),
                                id -> volume(in.tenantId(), id))),
                list("providerVolumes.list", ListVolumes.class, ProviderExamples.VOLUME)
                        .decides(READ, TENANT)
                        .summary("The first 1000 of the tenant's volumes, in order of creation; there is no cursor.")
                        .example(Input.of("poolId", ProviderExamples.POOL_ID))
                        .handledBy(this::listed),
                read("providerVolumes.get", GetVolume.class, ProviderExamples.VOLUME)
                        .decides(READ, VOLUME)
                        .summary("One volume with what it is attached to, deleted ones included.")
                        .errors(NOT_FOUND)
                        .example(THIS_VOLUME)
                        .handledBy((call, in) -> reads.one(
                                call,
                                in.tenantId(),
                                "volume",
                                VOLUME + "/" + in.volumeId(),
                                () -> volume(in.tenantId(), in.volumeId()),
                                Resources::volume)),
                mutation("providerVolumes.attach", AttachVolume.class, ProviderExamples.VOLUME)
                        .decides(MANAGE, VOLUME)
                        .summary("Wants the volume on an instance of its account and region, without a reboot.")
                        .errors(NOT_FOUND, CONFLICT, INVALID_STATE)
                        .example(Input.of("volumeId", ProviderExamples.VOLUME_ID, "instanceId", Examples.INSTANCE_ID))
                        .handledBy((call, in) -> mutations.show(call, in, id -> volume(in.tenantId(), id))),
                mutation("providerVolumes.detach", DetachVolume.class, ProviderExamples.VOLUME)
                        .decides(MANAGE, VOLUME)
                        .summary("Wants the volume off an instance; of a shared volume instanceId says which.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(THIS_VOLUME)
                        .handledBy((call, in) -> mutations.show(call, in, id -> volume(in.tenantId(), id))),
                mutation("providerVolumes.resize", ResizeVolume.class, ProviderExamples.VOLUME)
                        .decides(MANAGE, VOLUME)
                        .summary("Grows the volume; the filesystem in it is the guest's to grow.")
                        .errors(NOT_FOUND, QUOTA_EXCEEDED, INVALID_STATE)
                        .example(Input.of("volumeId", ProviderExamples.VOLUME_ID, "sizeGiB", 200))
                        .handledBy((call, in) -> mutations.show(call, in, id -> volume(in.tenantId(), id))),
                mutation("providerVolumes.snapshot", SnapshotVolume.class, ProviderExamples.SNAPSHOT)
                        .decides(MANAGE, VOLUME)
                        .summary("Takes a snapshot of the volume and answers it pending. A volume has at most 25.")
                        .errors(NOT_FOUND, CONFLICT, QUOTA_EXCEEDED, INVALID_STATE, UNSUPPORTED)
                        .example(Input.of(
                                "volumeId",
                                ProviderExamples.VOLUME_ID,
                                "name",
                                "before-upgrade",
                                "idempotencyKey",
                                "before-upgrade-1"))
                        .handledBy((call, in) -> mutations.make(
                                call,
                                in,
                                events -> models.providers().snapshot(events),
                                id -> snapshot(in.tenantId(), id))),
                mutation("providerVolumes.delete", DeleteVolume.class, ProviderExamples.VOLUME)
                        .decides(MANAGE, VOLUME)
                        .summary("Wants the volume gone; its quota is given back once it is.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(THIS_VOLUME)
                        .handledBy((call, in) -> mutations.show(call, in, id -> volume(in.tenantId(), id))));
    }

    private Reply listed(Call call, ListVolumes in) {
        return reads.<VolumeView>page(
                call,
                in.tenantId(),
                seen -> Optional.of(models.providers().volumes(in, reads.onlyOwner(call, in.tenantId()), seen)),
                Resources::volume);
    }

    List<ApiMethod<?>> snapshots() {
        return List.of(
                list("providerSnapshots.list", ListSnapshots.class, ProviderExamples.SNAPSHOT)
                        .decides(READ, TENANT)
                        .summary("The tenant's snapshots, in order of creation.")
                        .example(THIS_VOLUME)
                        .handledBy((call, in) -> reads.<SnapshotView>page(
                                call,
                                in.tenantId(),
                                seen -> models.providers().snapshots(in, reads.onlyOwner(call, in.tenantId()), seen),
                                Resources::snapshot)),
                read("providerSnapshots.get", GetSnapshot.class, ProviderExamples.SNAPSHOT)
                        .decides(READ, SNAPSHOT)
                        .summary("One snapshot, deleted ones included.")
                        .errors(NOT_FOUND)
                        .example(THIS_SNAPSHOT)
                        .handledBy((call, in) -> reads.one(
                                call,
                                in.tenantId(),
                                "snapshot",
                                SNAPSHOT + "/" + in.snapshotId(),
                                () -> snapshot(in.tenantId(), in.snapshotId()),
                                Resources::snapshot)),
                mutation("providerSnapshots.delete", DeleteSnapshot.class, ProviderExamples.SNAPSHOT)
                        .decides(MANAGE, SNAPSHOT)
                        .summary("Wants the snapshot gone; volumes made from it stay.")
                        .errors(NOT_FOUND)
                        .example(THIS_SNAPSHOT)
                        .handledBy((call, in) -> mutations.show(call, in, id -> snapshot(in.tenantId(), id))),
                mutation("providerSnapshots.restore", RestoreSnapshot.class, ProviderExamples.VOLUME)
                        .decides(MANAGE, SNAPSHOT)
                        .summary("Admits a new volume made from the snapshot, in its pool and region, and answers it.")
                        .errors(NOT_FOUND, CONFLICT, QUOTA_EXCEEDED, INVALID_STATE, UNSUPPORTED)
                        .example(Input.of(
                                "snapshotId",
                                ProviderExamples.SNAPSHOT_ID,
                                "name",
                                "data-restored",
                                "sizeGiB",
                                200,
                                "idempotencyKey",
                                "data-restored-1"))
                        .handledBy((call, in) -> mutations.make(
                                call,
                                in,
                                events -> models.providers().volume(events),
                                id -> volume(in.tenantId(), id))));
    }

    private Optional<VolumeView> volume(String tenantId, String volumeId) {
        return models.providers().volume(tenantId, volumeId);
    }

    private Optional<SnapshotView> snapshot(String tenantId, String snapshotId) {
        return models.providers().snapshot(tenantId, snapshotId);
    }
}
