package dev.berth.infra.directory;

import dev.berth.api.DomainEvent;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceScheduled;
import dev.berth.api.instance.InstanceEvent.InstanceUnschedulable;
import dev.berth.api.instance.Lease;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Placement;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.DriverKind;
import dev.berth.api.node.NodeEvent.NodeAllocated;
import dev.berth.api.node.NodeEvent.NodeReady;
import dev.berth.api.node.NodeEvent.NodeRegistered;
import dev.berth.query.Delivered;
import dev.berth.query.EventMeta;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What happened, in the words of the tests, given to directories as the event store would deliver it. */
final class History {
    static final String TENANT = "acme";
    static final String POOL = "pool_1";
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<Delivered> all = new ArrayList<>();
    private final Map<String, Long> next = new HashMap<>();

    final Directories directories = new Directories(this::stream);

    /** Lets the event happen and the directories see it. */
    Delivered happens(DomainEvent event) {
        Delivered delivered = happensUnseen(event);
        directories.apply(delivered);
        return delivered;
    }

    /** Lets the event happen without the directories being told. */
    Delivered happensUnseen(DomainEvent event) {
        long sequence = next.merge(event.streamId(), 0L, (seen, first) -> seen + 1);
        long position = all.size() + 1L;
        Delivered delivered = new Delivered(
                event, new EventMeta(START.plusMillis(position), sequence, position, "evt-" + position, Map.of()));
        all.add(delivered);
        return delivered;
    }

    List<Delivered> stream(String id) {
        return all.stream().filter(it -> it.streamId().equals(id)).toList();
    }

    List<Delivered> all() {
        return List.copyOf(all);
    }

    void node(String id, int vcpu, int memoryGiB, int diskGiB, int gpus) {
        happens(new NodeRegistered(
                id,
                TENANT,
                POOL,
                "ann",
                id,
                DriverKind.SIMULATED,
                null,
                new Capacity(vcpu, memoryGiB, diskGiB, gpus),
                "hmac"));
        happens(new NodeReady(id, TENANT, POOL));
    }

    void allocated(String nodeId, String instanceId, MachineShape shape) {
        happens(new NodeAllocated(nodeId, TENANT, POOL, instanceId, shape));
    }

    void created(String id, MachineShape shape) {
        happens(new InstanceCreated(
                id,
                TENANT,
                "ann",
                POOL,
                "quota_1",
                Placement.HOSTED,
                null,
                "small",
                shape,
                "debian",
                null,
                null,
                true,
                List.of(),
                null,
                DesiredState.RUNNING,
                new Lease("rng_1", "10.0.0.1"),
                "hmac"));
    }

    /** An instance that no host fits. */
    void waits(String id, MachineShape shape) {
        created(id, shape);
        happens(new InstanceUnschedulable(id, TENANT, "vcpu", "No host of the pool has enough vcpu free."));
    }

    /** What the instance's and the host's streams say once it is placed. */
    void placed(String id, String nodeId, MachineShape shape) {
        happens(new InstanceScheduled(id, TENANT, nodeId));
        allocated(nodeId, id, shape);
    }

    static MachineShape shape(int vcpu) {
        return new MachineShape(vcpu, vcpu * 2, vcpu * 10, 0);
    }
}
