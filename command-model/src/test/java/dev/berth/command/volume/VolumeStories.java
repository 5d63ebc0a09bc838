package dev.berth.command.volume;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.named;
import static dev.berth.command.Provided.ACCOUNT;
import static dev.berth.command.Provided.HERE;
import static dev.berth.command.Provided.INSTANCE;
import static dev.berth.command.Provided.NETWORK;
import static dev.berth.command.Provided.POOL;

import dev.berth.api.DomainEvent;
import dev.berth.api.Ids;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeLinked;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeUnlinked;
import dev.berth.api.network.NetworkEvent.NetworkUsed;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.QuotaEvent.QuotaRefunded;
import dev.berth.api.quota.Quotas;
import dev.berth.api.volume.CreateVolume;
import dev.berth.api.volume.VolumeEvent.VolumeAttached;
import dev.berth.api.volume.VolumeEvent.VolumeAttaching;
import dev.berth.api.volume.VolumeEvent.VolumeAttachmentErrored;
import dev.berth.api.volume.VolumeEvent.VolumeCreateBegun;
import dev.berth.api.volume.VolumeEvent.VolumeCreated;
import dev.berth.api.volume.VolumeEvent.VolumeDeleted;
import dev.berth.api.volume.VolumeEvent.VolumeDeleting;
import dev.berth.api.volume.VolumeEvent.VolumeDetaching;
import dev.berth.api.volume.VolumeEvent.VolumeErrored;
import dev.berth.api.volume.VolumeEvent.VolumeReady;
import dev.berth.api.volume.VolumeEvent.VolumeResizing;
import dev.berth.api.volume.VolumeEvent.VolumeStepFailed;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeOperation;
import dev.berth.command.TestDigest;
import dev.berth.command.quota.Quota;
import java.util.List;

/** The lives of one volume of 100 GiB, as events, each with what it did to quota, names, network and instance. */
public final class VolumeStories {
    public static final String KEY = "key-1";
    public static final String ID = Ids.derived("pvol", ACME, "ann", "providerVolumes.create", KEY);
    public static final String QUOTA = Quota.id(ACME, POOL);
    static final String DEVICE = "/dev/disk/by-id/scsi-0DO_Volume_data";

    private VolumeStories() {}

    static CreateVolume create(VolumeKind kind, int sizeGiB, boolean deleteWithInstance) {
        return new CreateVolume(
                ACME,
                null,
                POOL,
                "data",
                null,
                HERE,
                sizeGiB,
                kind,
                kind == VolumeKind.SHARED ? NETWORK : null,
                null,
                deleteWithInstance,
                null,
                KEY);
    }

    public static List<DomainEvent> created() {
        return created(VolumeKind.BLOCK, false);
    }

    public static List<DomainEvent> created(VolumeKind kind, boolean deleteWithInstance) {
        boolean shared = kind == VolumeKind.SHARED;
        VolumeCreated created = new VolumeCreated(
                ID,
                ACME,
                "ann",
                POOL,
                QUOTA,
                null,
                "data",
                null,
                ACCOUNT,
                HERE,
                kind,
                shared ? NETWORK : null,
                shared ? "vpc-here" : null,
                null,
                100,
                deleteWithInstance,
                "data",
                null,
                TestDigest.of(create(kind, 100, deleteWithInstance)));
        DomainEvent charged = new QuotaCharged(QUOTA, ACME, POOL, ID, Quotas.ofDisk(100));
        DomainEvent named = named(ACME, "providerVolume", "data", ID);
        return shared
                ? List.of(created, new NetworkUsed(NETWORK, ACME, ID), named, charged)
                : List.of(created, named, charged);
    }

    public static List<DomainEvent> begun() {
        return List.of(new VolumeCreateBegun(ID, ACME, "data", 1));
    }

    public static ProviderFailure failure(String reason, Certainty certainty) {
        return new ProviderFailure(reason, "The provider says " + reason + ".", certainty);
    }

    static List<DomainEvent> notCreated(Certainty certainty) {
        return List.of(new VolumeStepFailed(ID, ACME, VolumeOperation.CREATE, failure("busy", certainty), 1));
    }

    public static List<DomainEvent> refused() {
        return List.of(new VolumeErrored(ID, ACME, "limit", "The provider says limit.", 1));
    }

    public static List<DomainEvent> ready() {
        return List.of(new VolumeReady(ID, ACME, "vol-1", 100, DEVICE, null, 1));
    }

    static List<DomainEvent> missing() {
        return List.of(new VolumeErrored(ID, ACME, "missing", "It is gone.", 1));
    }

    static List<DomainEvent> resizing() {
        return List.of(
                new VolumeResizing(ID, ACME, 100, 150), new QuotaCharged(QUOTA, ACME, POOL, ID, Quotas.ofDisk(50)));
    }

    public static List<DomainEvent> attaching() {
        return attaching(INSTANCE);
    }

    static List<DomainEvent> attaching(String instanceId) {
        return List.of(new VolumeAttaching(ID, ACME, instanceId), new InstanceVolumeLinked(instanceId, ACME, ID));
    }

    public static List<DomainEvent> attached() {
        return List.of(new VolumeAttached(ID, ACME, INSTANCE, DEVICE, 2));
    }

    static List<DomainEvent> attachmentRefused() {
        return List.of(new VolumeAttachmentErrored(ID, ACME, INSTANCE, "limit", "The provider says limit.", 2));
    }

    static List<DomainEvent> detaching() {
        return List.of(new VolumeDetaching(ID, ACME, INSTANCE), new InstanceVolumeUnlinked(INSTANCE, ACME, ID));
    }

    public static List<DomainEvent> deleting() {
        return List.of(new VolumeDeleting(ID, ACME, "ann", null));
    }

    public static List<DomainEvent> deleted() {
        return List.of(new VolumeDeleted(ID, ACME, 3), new QuotaRefunded(QUOTA, ACME, POOL, ID, Quotas.ofDisk(100)));
    }
}
