package dev.berth.api.node;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import dev.berth.api.instance.MachineShape;
import org.jspecify.annotations.Nullable;

/** What happens to a host. */
public sealed interface NodeEvent extends DomainEvent {
    /** The host. */
    String nodeId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return nodeId();
    }

    /** The pool. */
    String poolId();

    /** A host was made known. */
    @Stored(name = "node.registered")
    record NodeRegistered(
            String nodeId,
            String tenantId,
            String poolId,
            String createdBy,
            String name,
            DriverKind driver,
            @Nullable String endpoint,
            Capacity capacity,
            String requestHmac)
            implements NodeEvent {}

    /** Its endpoint or its capacity was changed. */
    @Stored(name = "node.updated")
    record NodeUpdated(
            String nodeId,
            String tenantId,
            String poolId,
            @Nullable String endpoint,
            Capacity capacity) implements NodeEvent {}

    /** Its driver answers. */
    @Stored(name = "node.ready")
    record NodeReady(String nodeId, String tenantId, String poolId) implements NodeEvent {}

    /** Its driver does not answer yet, or refuses; it is asked again. */
    @Stored(name = "node.unreachable")
    record NodeUnreachable(String nodeId, String tenantId, String poolId, String message) implements NodeEvent {}

    /** It has not answered for too long; its instances are lost until it does. */
    @Stored(name = "node.lost")
    record NodeLost(String nodeId, String tenantId, String poolId, String message) implements NodeEvent {}

    /** It takes no new instances. */
    @Stored(name = "node.cordoned")
    record NodeCordoned(String nodeId, String tenantId, String poolId) implements NodeEvent {}

    /** It takes new instances again. */
    @Stored(name = "node.uncordoned")
    record NodeUncordoned(String nodeId, String tenantId, String poolId) implements NodeEvent {}

    /** It is to be emptied by its owner. */
    @Stored(name = "node.draining")
    record NodeDraining(String nodeId, String tenantId, String poolId) implements NodeEvent {}

    /** It is no longer one of ours; with {@code gone} its allocations ended with it. */
    @Stored(name = "node.removed")
    record NodeRemoved(String nodeId, String tenantId, String poolId, boolean gone) implements NodeEvent {}

    /** Room was given to an instance. */
    @Stored(name = "node.allocated")
    record NodeAllocated(String nodeId, String tenantId, String poolId, String instanceId, MachineShape shape)
            implements NodeEvent {}

    /** Room was given back by an instance. */
    @Stored(name = "node.released")
    record NodeReleased(String nodeId, String tenantId, String poolId, String instanceId, MachineShape shape)
            implements NodeEvent {}

    /** An instance takes other room than before. */
    @Stored(name = "node.reallocated")
    record NodeReallocated(
            String nodeId, String tenantId, String poolId, String instanceId, MachineShape from, MachineShape shape)
            implements NodeEvent {}
}
