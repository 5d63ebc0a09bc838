package dev.berth.infra.queue;

import dev.berth.api.node.NodeView;
import dev.berth.sagas.node.HostRef;

/** Hosts as their driver is told of them. */
final class NodeHosts {
    private NodeHosts() {}

    static HostRef ref(NodeView node) {
        return new HostRef(node.id(), node.name(), node.endpoint());
    }
}
