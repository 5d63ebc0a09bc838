package dev.berth.infra.queue;

import dev.berth.api.node.NodeView;
import java.util.List;
import java.util.Optional;

/** The hosts as they are known; a moment behind the events. */
public interface Hosts {
    /** The host with this id, removed ones included. */
    Optional<NodeView> find(String nodeId);

    /** Every host of every tenant, removed ones included. */
    List<NodeView> all();
}
