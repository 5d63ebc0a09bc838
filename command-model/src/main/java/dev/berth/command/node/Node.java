package dev.berth.command.node;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.node.Capacity;
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
import dev.berth.api.node.NodeState;
import java.util.Optional;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * A host of a hosted pool.
 *
 * <p>Owns: what the host has, what it gave away, and whether it takes more. Does not own: which instances hold its room;
 * that is in their streams. Invariants: an allocation never takes more than the capacity (a capacity that was lowered
 * under it only stops placements); a removed host stays removed. On failure: an allocation is part of its instance's
 * unit of work and is rolled back with it.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Node {
    /** Whether the owner lets the host take instances. */
    enum Schedule {
        OPEN,
        CORDONED,
        DRAINING
    }

    /** What is known of the host's driver. */
    enum Health {
        UNKNOWN,
        READY,
        SILENT,
        LOST
    }

    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private String poolId = "";
    private String name = "";
    private String createdBy = "";
    private String requestHmac = "";
    private @Nullable String endpoint;
    private Capacity capacity = new Capacity(0, 0, 0, 0);
    private MachineShape allocated = MachineShape.NOTHING;
    private Schedule schedule = Schedule.OPEN;
    private Health health = Health.UNKNOWN;
    private String message = "";
    private boolean removed;

    Node() {}

    static Node register(NodeRegistered registered, MetaData meta) {
        Node node = new Node();
        apply(registered, meta);
        return node;
    }

    /** What lacks for the shape: a resource's name, or why the host takes nothing; empty where it fits. */
    public Optional<String> lacking(MachineShape shape) {
        if (removed || schedule != Schedule.OPEN || health != Health.READY) {
            return Optional.of("NoNode");
        }
        return lackingFor(shape);
    }

    /** What lacks in the host for an instance that it holds already and that is to grow by the difference. */
    public Optional<String> lackingToChange(MachineShape from, MachineShape to) {
        MachineShape growth = new MachineShape(
                Math.max(0, to.vcpu() - from.vcpu()),
                Math.max(0, to.memoryGiB() - from.memoryGiB()),
                Math.max(0, to.diskGiB() - from.diskGiB()),
                Math.max(0, to.gpus() - from.gpus()));
        return lackingFor(growth);
    }

    private Optional<String> lackingFor(MachineShape shape) {
        if (shape.vcpu() > 0 && allocated.vcpu() + shape.vcpu() > capacity.vcpu()) {
            return Optional.of("vcpu");
        }
        if (shape.memoryGiB() > 0 && allocated.memoryGiB() + shape.memoryGiB() > capacity.memoryGiB()) {
            return Optional.of("memoryGiB");
        }
        if (shape.diskGiB() > 0 && allocated.diskGiB() + shape.diskGiB() > capacity.diskGiB()) {
            return Optional.of("diskGiB");
        }
        if (shape.gpus() > 0 && allocated.gpus() + shape.gpus() > capacity.gpus()) {
            return Optional.of("gpus");
        }
        return Optional.empty();
    }

    /** Gives room to an instance, which has asked {@link #lacking} before. */
    public void allocate(String instanceId, MachineShape shape, MetaData meta) {
        apply(new NodeAllocated(id, tenantId, poolId, instanceId, shape), meta);
    }

    /** Takes back the room of an instance. A removed host has nothing to take back. */
    public void release(String instanceId, MachineShape shape, MetaData meta) {
        if (!removed) {
            apply(new NodeReleased(id, tenantId, poolId, instanceId, shape), meta);
        }
    }

    /** Gives other room to an instance, which has asked {@link #lackingToChange} before. */
    public void reallocate(String instanceId, MachineShape from, MachineShape to, MetaData meta) {
        apply(new NodeReallocated(id, tenantId, poolId, instanceId, from, to), meta);
    }

    void update(@Nullable String newEndpoint, @Nullable Capacity newCapacity, MetaData meta) {
        String nextEndpoint = newEndpoint == null ? endpoint : newEndpoint;
        Capacity nextCapacity = newCapacity == null ? capacity : newCapacity;
        boolean same = nextCapacity.equals(capacity) && java.util.Objects.equals(nextEndpoint, endpoint);
        if (!same) {
            apply(new NodeUpdated(id, tenantId, poolId, nextEndpoint, nextCapacity), meta);
        }
    }

    void cordon(MetaData meta) {
        if (schedule != Schedule.CORDONED) {
            apply(new NodeCordoned(id, tenantId, poolId), meta);
        }
    }

    void uncordon(MetaData meta) {
        if (schedule != Schedule.OPEN) {
            apply(new NodeUncordoned(id, tenantId, poolId), meta);
        }
    }

    void drain(MetaData meta) {
        if (schedule != Schedule.DRAINING) {
            apply(new NodeDraining(id, tenantId, poolId), meta);
        }
    }

    void remove(boolean gone, MetaData meta) {
        apply(new NodeRemoved(id, tenantId, poolId, gone), meta);
    }

    void answered() {
        if (!removed && (health != Health.READY || !message.isEmpty())) {
            apply(new NodeReady(id, tenantId, poolId));
        }
    }

    void silent(String why, boolean lost) {
        if (removed) {
            return;
        }
        if (lost && health != Health.LOST) {
            apply(new NodeLost(id, tenantId, poolId, why));
        } else if (!lost && health != Health.LOST && !message.equals(why)) {
            apply(new NodeUnreachable(id, tenantId, poolId, why));
        }
    }

    /** As it is shown: whether it answers goes before what its owner wants of it. */
    NodeState state() {
        if (removed) {
            return NodeState.REMOVED;
        }
        return switch (health) {
            case LOST -> NodeState.LOST;
            case UNKNOWN, SILENT -> NodeState.PENDING;
            case READY ->
                switch (schedule) {
                    case OPEN -> NodeState.READY;
                    case CORDONED -> NodeState.CORDONED;
                    case DRAINING -> NodeState.DRAINING;
                };
        };
    }

    /** Whether it is no longer one of ours, which has ended all of its allocations. */
    public boolean isRemoved() {
        return removed;
    }

    boolean hasAllocations() {
        return !allocated.equals(MachineShape.NOTHING);
    }

    String id() {
        return id;
    }

    String tenantId() {
        return tenantId;
    }

    String poolId() {
        return poolId;
    }

    String name() {
        return name;
    }

    String createdBy() {
        return createdBy;
    }

    String requestHmac() {
        return requestHmac;
    }

    @EventSourcingHandler
    void on(NodeEvent event) {
        switch (event) {
            case NodeRegistered registered -> {
                id = registered.nodeId();
                tenantId = registered.tenantId();
                poolId = registered.poolId();
                name = registered.name();
                createdBy = registered.createdBy();
                requestHmac = registered.requestHmac();
                endpoint = registered.endpoint();
                capacity = registered.capacity();
            }
            case NodeUpdated updated -> {
                endpoint = updated.endpoint();
                capacity = updated.capacity();
            }
            case NodeReady ready -> {
                health = Health.READY;
                message = "";
            }
            case NodeUnreachable unreachable -> {
                // A host that was ready keeps taking instances until it is lost: one lost ping is no lost host.
                health = health == Health.READY ? Health.READY : Health.SILENT;
                message = unreachable.message();
            }
            case NodeLost lost -> {
                health = Health.LOST;
                message = lost.message();
            }
            case NodeCordoned cordoned -> schedule = Schedule.CORDONED;
            case NodeUncordoned uncordoned -> schedule = Schedule.OPEN;
            case NodeDraining draining -> schedule = Schedule.DRAINING;
            case NodeRemoved gone -> {
                removed = true;
                allocated = MachineShape.NOTHING;
            }
            case NodeAllocated given -> allocated = plus(given.shape(), 1);
            case NodeReleased back -> allocated = plus(back.shape(), -1);
            case NodeReallocated changed -> {
                allocated = plus(changed.from(), -1);
                allocated = plus(changed.shape(), 1);
            }
        }
    }

    private MachineShape plus(MachineShape shape, int sign) {
        return new MachineShape(
                allocated.vcpu() + sign * shape.vcpu(),
                allocated.memoryGiB() + sign * shape.memoryGiB(),
                allocated.diskGiB() + sign * shape.diskGiB(),
                allocated.gpus() + sign * shape.gpus());
    }
}
