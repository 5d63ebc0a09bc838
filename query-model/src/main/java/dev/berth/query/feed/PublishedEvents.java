package dev.berth.query.feed;

import dev.berth.api.DomainEvent;
import dev.berth.api.account.AccountEvent;
import dev.berth.api.address.RangeEvent;
import dev.berth.api.iam.ConfirmationEvent;
import dev.berth.api.iam.PolicyEvent;
import dev.berth.api.iam.TokenEvent;
import dev.berth.api.image.ImageEvent;
import dev.berth.api.image.SignerEvent;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.inventory.InventoryEvent;
import dev.berth.api.naming.NameEvent;
import dev.berth.api.network.NetworkEvent;
import dev.berth.api.node.NodeEvent;
import dev.berth.api.pool.FlavorEvent;
import dev.berth.api.pool.PoolEvent;
import dev.berth.api.project.ProjectEvent;
import dev.berth.api.quota.QuotaEvent;
import dev.berth.api.refusal.RefusalEvent;
import dev.berth.api.snapshot.SnapshotEvent;
import dev.berth.api.subscription.SubscriptionEvent;
import dev.berth.api.tenant.TenantEvent;
import dev.berth.api.volume.VolumeEvent;
import java.util.List;

/**
 * What is published of each event. A published name and its fields are a contract of their own: they may be added to,
 * never changed, whatever becomes of the events inside.
 *
 * <p>Not published: names, refusals, inventories, tenants, signers, address ranges and leases, the room that
 * instances take of a host, single failures that are tried again, and what reconciliation notes for itself.
 */
public final class PublishedEvents {
    private PublishedEvents() {}

    /** What is published of the event: nothing, once, or once for each tenant concerned. */
    public static List<Published> of(DomainEvent event) {
        return switch (event) {
            case InstanceEvent instance -> PublishedInstanceEvents.of(instance);
            case VolumeEvent volume -> PublishedProviderEvents.of(volume);
            case SnapshotEvent snapshot -> PublishedProviderEvents.of(snapshot);
            case AccountEvent account -> PublishedProviderEvents.of(account);
            case NetworkEvent network -> PublishedProviderEvents.of(network);
            case NodeEvent node -> PublishedPoolEvents.of(node);
            case PoolEvent pool -> PublishedPoolEvents.of(pool);
            case FlavorEvent flavor -> PublishedPoolEvents.of(flavor);
            case QuotaEvent quota -> PublishedPoolEvents.of(quota);
            case ImageEvent image -> PublishedOtherEvents.of(image);
            case ProjectEvent project -> PublishedOtherEvents.of(project);
            case TokenEvent token -> PublishedOtherEvents.of(token);
            case PolicyEvent policy -> PublishedOtherEvents.of(policy);
            case ConfirmationEvent confirmation -> PublishedOtherEvents.of(confirmation);
            case SubscriptionEvent subscription -> PublishedSubscriptionEvents.of(subscription);
            case RangeEvent ignored -> List.of();
            case SignerEvent ignored -> List.of();
            case TenantEvent ignored -> List.of();
            case NameEvent ignored -> List.of();
            case RefusalEvent ignored -> List.of();
            case InventoryEvent ignored -> List.of();
            default ->
                throw new IllegalArgumentException(
                        "Whether " + event.getClass().getSimpleName() + " is published was not decided");
        };
    }
}
