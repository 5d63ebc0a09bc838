package dev.berth.query.node;

import static dev.berth.query.Fold.existing;

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
import dev.berth.api.node.NodeView;
import dev.berth.query.EventMeta;
import dev.berth.query.node.NodeRecord.Intention;
import org.jspecify.annotations.Nullable;

/**
 * A host as its events make it.
 *
 * <p>Owns: state and allocated room as they are shown. Does not own: whether there is room. Invariants: allocated is the
 * sum of what its instances hold, nothing once it was removed as gone; whether it answers is shown before what its owner
 * wants of it (removed, lost, pending, then draining, cordoned, ready), and the latter is kept meanwhile. On failure:
 * throws for an event before the first one, and for room given back that was not given.
 */
public final class NodeFold {
    private NodeFold() {}

    /** The host after the event. */
    public static NodeRecord fold(@Nullable NodeRecord node, NodeEvent event, EventMeta meta) {
        if (event instanceof NodeRegistered registered) {
            return new NodeRecord(registered(registered, meta), Intention.OPEN);
        }
        NodeRecord before = existing(node, event);
        NodeView view = before.view();
        Change change = new Change(view, before.intention());
        switch (event) {
            case NodeRegistered ignored -> throw new IllegalStateException("A registered host is handled above");
            case NodeUpdated updated -> {
                change.endpoint = updated.endpoint() == null ? view.endpoint() : updated.endpoint();
                change.capacity = updated.capacity();
            }
            case NodeReady ignored -> {
                change.state = shown(before.intention());
                change.message = null;
            }
            case NodeUnreachable unreachable -> change.message = unreachable.message();
            case NodeLost lost -> {
                change.state = NodeState.LOST;
                change.message = lost.message();
            }
            case NodeCordoned ignored -> change.intend(Intention.CORDONED);
            case NodeUncordoned ignored -> change.intend(Intention.OPEN);
            case NodeDraining ignored -> change.intend(Intention.DRAINING);
            case NodeRemoved removed -> {
                change.state = NodeState.REMOVED;
                change.message = null;
                change.allocated = removed.gone() ? MachineShape.NOTHING : view.allocated();
            }
            case NodeAllocated given -> change.allocated = plus(view.allocated(), given.shape());
            case NodeReleased back -> change.allocated = minus(view.allocated(), back.shape());
            case NodeReallocated other -> change.allocated = plus(minus(view.allocated(), other.from()), other.shape());
        }
        return change.record(view, meta);
    }

    /** What can change of a host, while it is changed. */
    private static final class Change {
        @Nullable
        String endpoint;

        Capacity capacity;
        MachineShape allocated;
        NodeState state;
        Intention intention;

        @Nullable
        String message;

        Change(NodeView view, Intention intention) {
            this.endpoint = view.endpoint();
            this.capacity = view.capacity();
            this.allocated = view.allocated();
            this.state = view.state();
            this.intention = intention;
            this.message = view.message();
        }

        void intend(Intention wanted) {
            intention = wanted;
            if (state == NodeState.READY || state == NodeState.CORDONED || state == NodeState.DRAINING) {
                state = shown(wanted);
            }
        }

        NodeRecord record(NodeView before, EventMeta meta) {
            return new NodeRecord(
                    new NodeView(
                            before.id(),
                            before.tenantId(),
                            before.createdBy(),
                            before.createdAt(),
                            meta.time(),
                            meta.revision(),
                            before.poolId(),
                            before.name(),
                            before.driver(),
                            endpoint,
                            capacity,
                            allocated,
                            state,
                            message),
                    intention);
        }
    }

    private static NodeState shown(Intention intention) {
        return switch (intention) {
            case OPEN -> NodeState.READY;
            case CORDONED -> NodeState.CORDONED;
            case DRAINING -> NodeState.DRAINING;
        };
    }

    private static MachineShape plus(MachineShape sum, MachineShape shape) {
        return new MachineShape(
                sum.vcpu() + shape.vcpu(),
                sum.memoryGiB() + shape.memoryGiB(),
                sum.diskGiB() + shape.diskGiB(),
                sum.gpus() + shape.gpus());
    }

    private static MachineShape minus(MachineShape sum, MachineShape shape) {
        return new MachineShape(
                sum.vcpu() - shape.vcpu(),
                sum.memoryGiB() - shape.memoryGiB(),
                sum.diskGiB() - shape.diskGiB(),
                sum.gpus() - shape.gpus());
    }

    private static NodeView registered(NodeRegistered registered, EventMeta meta) {
        return new NodeView(
                registered.nodeId(),
                registered.tenantId(),
                registered.createdBy(),
                meta.time(),
                meta.time(),
                meta.revision(),
                registered.poolId(),
                registered.name(),
                registered.driver(),
                registered.endpoint(),
                registered.capacity(),
                MachineShape.NOTHING,
                NodeState.PENDING,
                null);
    }
}
