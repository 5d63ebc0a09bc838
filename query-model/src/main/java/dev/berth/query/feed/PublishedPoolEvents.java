package dev.berth.query.feed;

import dev.berth.api.node.NodeEvent;
import dev.berth.api.node.NodeEvent.NodeAllocated;
import dev.berth.api.node.NodeEvent.NodeCordoned;
import dev.berth.api.node.NodeEvent.NodeDraining;
import dev.berth.api.node.NodeEvent.NodeLost;
import dev.berth.api.node.NodeEvent.NodeReady;
import dev.berth.api.node.NodeEvent.NodeReallocated;
import dev.berth.api.node.NodeEvent.NodeRegistered;
import dev.berth.api.node.NodeEvent.NodeReleased;
import dev.berth.api.node.NodeEvent.NodeRemoved;
import dev.berth.api.node.NodeEvent.NodeUncordoned;
import dev.berth.api.node.NodeEvent.NodeUnreachable;
import dev.berth.api.node.NodeEvent.NodeUpdated;
import dev.berth.api.pool.FlavorEvent;
import dev.berth.api.pool.FlavorEvent.FlavorArchived;
import dev.berth.api.pool.FlavorEvent.FlavorCreated;
import dev.berth.api.pool.PoolEvent;
import dev.berth.api.pool.PoolEvent.PoolArchived;
import dev.berth.api.pool.PoolEvent.PoolCreated;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.api.pool.PoolEvent.PoolUpdated;
import dev.berth.api.pool.PoolEvent.PoolWithdrawn;
import dev.berth.api.quota.QuotaEvent;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.QuotaEvent.QuotaLimitsSet;
import dev.berth.api.quota.QuotaEvent.QuotaRefunded;
import java.util.List;

/** What is published of pools and what is in them. */
final class PublishedPoolEvents {
    private PublishedPoolEvents() {}

    static List<Published> of(PoolEvent event) {
        Fields data = Fields.of("poolId", event.poolId());
        return switch (event) {
            case PoolCreated created ->
                one(
                        event,
                        "pool.created",
                        data.and("createdBy", created.createdBy())
                                .and("name", created.name())
                                .and("kind", created.kind())
                                .and("accountId", created.accountId())
                                .and("region", created.region())
                                .and("networkId", created.networkId()));
            case PoolUpdated updated ->
                one(
                        event,
                        "pool.updated",
                        data.and("accountId", updated.accountId())
                                .and("region", updated.region())
                                .and("networkId", updated.networkId()));
            case PoolOffered offered ->
                ownerAndGuest(
                        event, "pool.offered", offered.toTenantId(), data.and("toTenantId", offered.toTenantId()));
            case PoolWithdrawn withdrawn ->
                ownerAndGuest(
                        event,
                        "pool.withdrawn",
                        withdrawn.toTenantId(),
                        data.and("toTenantId", withdrawn.toTenantId()));
            case PoolArchived ignored -> one(event, "pool.archived", data);
        };
    }

    static List<Published> of(FlavorEvent event) {
        Fields data = Fields.of("poolId", event.poolId());
        return switch (event) {
            case FlavorCreated created ->
                List.of(data.and("name", created.name())
                        .and("createdBy", created.createdBy())
                        .and(created.shape())
                        .and("providerSize", created.providerSize())
                        .published(event.tenantId(), "flavor.created", created.name()));
            case FlavorArchived archived ->
                List.of(data.and("name", archived.name())
                        .published(event.tenantId(), "flavor.archived", archived.name()));
        };
    }

    /** A quota has no id of its own: it is found under its pool's. */
    static List<Published> of(QuotaEvent event) {
        Fields data = Fields.of("poolId", event.poolId());
        Fields changed = switch (event) {
            case QuotaLimitsSet set -> data.and("max", Fields.amounts(set.max()));
            case QuotaCharged charged ->
                data.and("resourceId", charged.holderId()).and("charged", Fields.amounts(charged.amount()));
            case QuotaRefunded refunded ->
                data.and("resourceId", refunded.holderId()).and("refunded", Fields.amounts(refunded.amount()));
        };
        return List.of(changed.published(event.tenantId(), "quota.changed", event.poolId()));
    }

    static List<Published> of(NodeEvent event) {
        Fields data = Fields.of("nodeId", event.nodeId()).and("poolId", event.poolId());
        return switch (event) {
            case NodeRegistered registered ->
                one(
                        event,
                        "node.registered",
                        data.and("createdBy", registered.createdBy())
                                .and("name", registered.name())
                                .and("driver", registered.driver())
                                .and("capacity", registered.capacity()));
            case NodeUpdated updated -> one(event, "node.updated", data.and("capacity", updated.capacity()));
            case NodeReady ignored -> one(event, "node.ready", data);
            case NodeUnreachable unreachable ->
                one(event, "node.unreachable", data.and("message", unreachable.message()));
            case NodeLost lost -> one(event, "node.lost", data.and("message", lost.message()));
            case NodeCordoned ignored -> one(event, "node.cordoned", data);
            case NodeUncordoned ignored -> one(event, "node.uncordoned", data);
            case NodeDraining ignored -> one(event, "node.draining", data);
            case NodeRemoved removed -> one(event, "node.removed", data.and("gone", removed.gone()));
            case NodeAllocated ignored -> List.of();
            case NodeReleased ignored -> List.of();
            case NodeReallocated ignored -> List.of();
        };
    }

    private static List<Published> one(NodeEvent event, String type, Fields data) {
        return List.of(data.published(event.tenantId(), type, event.nodeId()));
    }

    private static List<Published> one(PoolEvent event, String type, Fields data) {
        return List.of(data.published(event.tenantId(), type, event.poolId()));
    }

    private static List<Published> ownerAndGuest(PoolEvent event, String type, String guest, Fields data) {
        Published toOwner = data.published(event.tenantId(), type, event.poolId());
        return guest.equals(event.tenantId())
                ? List.of(toOwner)
                : List.of(toOwner, data.published(guest, type, event.poolId()));
    }
}
