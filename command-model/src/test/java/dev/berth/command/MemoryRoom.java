package dev.berth.command;

import dev.berth.api.DomainEvent;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.NodeEvent;
import dev.berth.api.node.NodeView;
import dev.berth.command.node.NodeRoom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The free room of hosts and who waits for it, folded from a scenario's own events. */
final class MemoryRoom implements NodeRoom {
    private final Map<String, Host> hosts = new LinkedHashMap<>();
    private final Map<String, Waiting> known = new LinkedHashMap<>();
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();

    void on(DomainEvent event) {
        switch (event) {
            case NodeEvent it -> node(it);
            case InstanceEvent it -> instance(it);
            default -> {}
        }
    }

    private void node(NodeEvent event) {
        if (event instanceof NodeEvent.NodeRegistered it) {
            hosts.put(it.nodeId(), new Host(it.poolId(), it.capacity()));
            return;
        }
        Host host = hosts.get(event.nodeId());
        switch (event) {
            case NodeEvent.NodeUpdated it -> host.capacity = it.capacity();
            case NodeEvent.NodeReady it -> host.answers = true;
            case NodeEvent.NodeLost it -> host.answers = false;
            case NodeEvent.NodeCordoned it -> host.open = false;
            case NodeEvent.NodeDraining it -> host.open = false;
            case NodeEvent.NodeUncordoned it -> host.open = true;
            case NodeEvent.NodeRemoved it -> hosts.remove(it.nodeId());
            case NodeEvent.NodeAllocated it -> host.take(it.shape(), 1);
            case NodeEvent.NodeReleased it -> host.take(it.shape(), -1);
            case NodeEvent.NodeReallocated it -> {
                host.take(it.from(), -1);
                host.take(it.shape(), 1);
            }
            case NodeEvent.NodeRegistered it -> {}
            case NodeEvent.NodeUnreachable it -> {}
        }
    }

    private void instance(InstanceEvent event) {
        switch (event) {
            case InstanceEvent.InstanceCreated it -> {
                known.put(it.instanceId(), new Waiting(it.poolId(), it.shape()));
                waiting.put(it.instanceId(), known.get(it.instanceId()));
            }
            case InstanceEvent.InstanceResized it ->
                known.computeIfPresent(it.instanceId(), (id, was) -> new Waiting(was.poolId(), it.shape()));
            case InstanceEvent.InstanceStarting it -> {
                if (!it.placed()) {
                    waiting.put(it.instanceId(), known.get(it.instanceId()));
                }
            }
            case InstanceEvent.InstanceScheduled it -> waiting.remove(it.instanceId());
            case InstanceEvent.InstanceDeleting it -> waiting.remove(it.instanceId());
            default -> {}
        }
    }

    @Override
    public Optional<NodeView> node(String nodeId) {
        return Optional.empty();
    }

    @Override
    public List<String> candidates(String poolId, MachineShape shape, int limit) {
        return hosts.entrySet().stream()
                .filter(it -> it.getValue().fits(poolId, shape))
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList();
    }

    @Override
    public String lacking(String poolId, MachineShape shape) {
        return hosts.values().stream()
                .filter(it -> it.takes(poolId))
                .findFirst()
                .map(it -> it.lacking(shape))
                .orElse("NoNode");
    }

    @Override
    public boolean olderOneFits(String poolId) {
        return waiting.values().stream()
                .anyMatch(it -> it.poolId().equals(poolId)
                        && hosts.values().stream().anyMatch(host -> host.fits(poolId, it.shape())));
    }

    private record Waiting(String poolId, MachineShape shape) {}

    private static final class Host {
        private final String poolId;
        private Capacity capacity;
        private boolean answers;
        private boolean open = true;
        private int vcpu;
        private int memoryGiB;
        private int diskGiB;
        private int gpus;

        Host(String poolId, Capacity capacity) {
            this.poolId = poolId;
            this.capacity = capacity;
        }

        void take(MachineShape shape, int sign) {
            vcpu += sign * shape.vcpu();
            memoryGiB += sign * shape.memoryGiB();
            diskGiB += sign * shape.diskGiB();
            gpus += sign * shape.gpus();
        }

        boolean takes(String pool) {
            return poolId.equals(pool) && answers && open;
        }

        boolean fits(String pool, MachineShape shape) {
            return takes(pool) && lacking(shape).isEmpty();
        }

        String lacking(MachineShape shape) {
            if (vcpu + shape.vcpu() > capacity.vcpu()) {
                return "vcpu";
            }
            if (memoryGiB + shape.memoryGiB() > capacity.memoryGiB()) {
                return "memoryGiB";
            }
            if (diskGiB + shape.diskGiB() > capacity.diskGiB()) {
                return "diskGiB";
            }
            return gpus + shape.gpus() > capacity.gpus() ? "gpus" : "";
        }
    }
}
