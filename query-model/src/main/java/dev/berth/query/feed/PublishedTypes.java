package dev.berth.query.feed;

import java.util.Map;
import java.util.Set;

/** What each published type tells, in words, and which version of its contract holds. */
public final class PublishedTypes {
    private static final Map<String, Text> TEXTS = Map.ofEntries(
            first("account.archived", "An account takes no new pools and networks."),
            first("account.created", "A provider account was added."),
            first("account.failing", "The provider refuses the account, or its secret can't be read."),
            first("account.recovered", "The provider takes the account again."),
            first("flavor.archived", "A flavor takes no new instances."),
            first("flavor.created", "A shape of machines was added to a pool."),
            first("iam.confirmation.approved", "The principal approved what a delegated session asked for."),
            first("iam.confirmation.requested", "A delegated session asked for what its principal has to approve."),
            first("iam.confirmation.used", "An approved call was made."),
            first("iam.policy.deleted", "A policy of the tenant was taken away."),
            first("iam.policy.put", "A policy of the tenant was added or replaced."),
            first("iam.token.created", "A token was made."),
            first("iam.token.revoked", "A token is accepted no more."),
            first("image.archived", "An image takes no new instances."),
            first("image.published", "An image can be used by every tenant."),
            first("image.registered", "An image was added to the catalogue."),
            first("image.signed", "A trusted signer's signature of an image was checked."),
            first("instance.created", "An instance was admitted: charged, and given its address."),
            first("instance.deleted", "An instance is gone; what it held is released."),
            first("instance.deleting", "An instance is to be deleted."),
            first("instance.error", "An operation on an instance failed for good."),
            first("instance.lost", "The host no longer has the machine, or does not answer."),
            first("instance.resized", "A stopped instance has another flavor."),
            first("instance.running", "The machine was seen running."),
            first("instance.scheduled", "A host was chosen for an instance."),
            first("instance.starting", "An instance is to run."),
            first("instance.stopped", "The machine was seen stopped."),
            first("instance.stopping", "An instance is to be stopped."),
            first("instance.unschedulable", "No host has room for an instance; it waits."),
            first("network.created", "A network was asked for."),
            first("network.deleted", "A network is gone."),
            first("network.deleting", "A network is to be deleted."),
            first("network.error", "The provider refused a part of a network, or has it no more."),
            first("network.ready", "All parts of a network were made."),
            first("node.cordoned", "A host takes no new instances."),
            first("node.draining", "A host takes no new instances and is to be emptied."),
            first("node.lost", "A host has not answered for too long."),
            first("node.ready", "A host answers and takes instances."),
            first("node.registered", "A host was added to a pool."),
            first("node.removed", "A host was taken away."),
            first("node.uncordoned", "A host takes new instances again."),
            first("node.unreachable", "A host does not answer."),
            first("node.updated", "A host has another capacity."),
            first("pool.archived", "A pool takes no new admissions."),
            first("pool.created", "A pool was made."),
            first("pool.offered", "A pool may be used by another tenant; told to both."),
            first("pool.updated", "A pool's account, region or network was set."),
            first("pool.withdrawn", "A pool may no longer be used by another tenant; told to both."),
            first("project.archived", "A project takes no new resources."),
            first("project.created", "A project was made."),
            first("providerSnapshot.created", "A snapshot of a volume was asked for."),
            first("providerSnapshot.deleted", "A snapshot is gone."),
            first("providerSnapshot.deleting", "A snapshot is to be deleted."),
            first("providerSnapshot.error", "The provider refused a snapshot, or has it no more."),
            first("providerSnapshot.ready", "A snapshot was made."),
            first("providerSnapshot.restored", "A new volume was asked for from a snapshot."),
            first("providerVolume.attached", "A volume was attached to an instance."),
            first("providerVolume.created", "A volume was admitted: charged, and to be made."),
            first("providerVolume.deleted", "A volume is gone; what it held is released."),
            first("providerVolume.deleting", "A volume is to be deleted."),
            first("providerVolume.detached", "The provider has let a volume go from an instance."),
            first("providerVolume.error", "The provider refused a volume, or has it no more."),
            first("providerVolume.ready", "A volume was made."),
            first("providerVolume.resized", "A volume has grown."),
            first("quota.changed", "Limits of a quota were set, or something was charged to it or given back."),
            first("subscription.created", "A subscription was made."),
            first("subscription.deleted", "A subscription ended."),
            first("subscription.paused", "A subscription's receiver failed for too long; nothing is sent to it."),
            first("subscription.replayed", "A subscription goes on after a position."));

    private PublishedTypes() {}

    /**
     * What is said of a type.
     *
     * @param version grows with every change of its contract that is not an addition
     */
    public record Text(int version, String summary) {}

    private static Map.Entry<String, Text> first(String type, String summary) {
        return Map.entry(type, new Text(1, summary));
    }

    /** What is said of this type; an empty summary where nobody has said anything yet. */
    public static Text of(String type) {
        return TEXTS.getOrDefault(type, new Text(1, ""));
    }

    /** All types of which something is said. */
    public static Set<String> known() {
        return TEXTS.keySet();
    }
}
