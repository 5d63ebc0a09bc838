package dev.berth.command.node;

import dev.berth.api.instance.MachineShape;
import dev.berth.api.node.NodeView;
import java.util.List;
import java.util.Optional;

/**
 * The free room of hosts as placement reads it: from memory, a moment behind the events. It only proposes; the host's
 * own stream decides.
 */
public interface NodeRoom {
    /** A host by its id, removed ones included. */
    Optional<NodeView> node(String nodeId);

    /** Hosts of the pool that are ready and seem to have room for the shape, best first, at most {@code limit}. */
    List<String> candidates(String poolId, MachineShape shape, int limit);

    /** What lacks for the shape: {@code vcpu}, {@code memoryGiB}, {@code diskGiB}, {@code gpus}, or {@code NoNode}. */
    String lacking(String poolId, MachineShape shape);

    /**
     * Whether an instance that already waits in the pool would fit now, so that a new one may not overtake it.
     */
    boolean olderOneFits(String poolId);
}
