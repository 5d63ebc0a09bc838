package dev.berth.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.address.RangeEvent;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.Lease;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Placement;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.NodeEvent;
import dev.berth.api.quota.QuotaEvent;
import dev.berth.api.quota.Quotas;
import dev.berth.api.quota.ResourceKind;
import dev.berth.api.volume.VolumeEvent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Two sets of books over the same events: what quotas, hosts and ranges say is used, and what the live instances hold.
 * They are equal after every command.
 */
public final class Books {
    private final Map<String, Quotas> used = new HashMap<>();
    private final Map<String, MachineShape> allocated = new HashMap<>();
    private final Map<String, Capacity> capacity = new HashMap<>();
    private final Set<String> leased = new HashSet<>();
    private final Map<String, Held> held = new HashMap<>();

    private final Map<String, Quotas> max = new HashMap<>();
    private final VolumeBooks volumes = new VolumeBooks();

    Books() {}

    /**
     * Compares the two after these events.
     *
     * @throws AssertionError where they differ, or where a host gave more than it has
     */
    public static void check(List<DomainEvent> events) {
        Books books = new Books();
        events.forEach(books::on);
        books.balance();
    }

    void on(DomainEvent event) {
        switch (event) {
            case QuotaEvent.QuotaLimitsSet it -> max.put(it.quotaId(), it.max());
            case QuotaEvent.QuotaCharged it -> {
                used.merge(it.quotaId(), it.amount(), Quotas::plus);
                allowed(it);
            }
            case QuotaEvent.QuotaRefunded it -> used.merge(it.quotaId(), Quotas.NONE.minus(it.amount()), Quotas::plus);
            case RangeEvent.AddressLeased it ->
                assertThat(leased.add(it.rangeId() + " " + it.address()))
                        .as("%s leased twice", it.address())
                        .isTrue();
            case RangeEvent.AddressReleased it ->
                assertThat(leased.remove(it.rangeId() + " " + it.address()))
                        .as("%s released twice", it.address())
                        .isTrue();
            case NodeEvent it -> node(it);
            case InstanceEvent it -> instance(it);
            case VolumeEvent it -> volumes.on(it);
            default -> {}
        }
    }

    private void allowed(QuotaEvent.QuotaCharged charged) {
        for (ResourceKind kind : ResourceKind.values()) {
            if (charged.amount().get(kind) > 0) {
                assertThat(used.get(charged.quotaId()).get(kind))
                        .as("used of %s in %s", kind, charged.quotaId())
                        .isLessThanOrEqualTo(
                                max.getOrDefault(charged.quotaId(), Quotas.NONE).get(kind));
            }
        }
    }

    private void node(NodeEvent event) {
        MachineShape before = allocated.getOrDefault(event.nodeId(), MachineShape.NOTHING);
        switch (event) {
            case NodeEvent.NodeRegistered it -> capacity.put(it.nodeId(), it.capacity());
            case NodeEvent.NodeUpdated it -> capacity.put(it.nodeId(), it.capacity());
            case NodeEvent.NodeAllocated it -> {
                allocated.put(it.nodeId(), plus(before, it.shape(), 1));
                fits(it.nodeId(), MachineShape.NOTHING, it.shape());
            }
            case NodeEvent.NodeReleased it -> allocated.put(it.nodeId(), plus(before, it.shape(), -1));
            case NodeEvent.NodeReallocated it -> {
                allocated.put(it.nodeId(), plus(plus(before, it.from(), -1), it.shape(), 1));
                fits(it.nodeId(), it.from(), it.shape());
            }
            case NodeEvent.NodeRemoved it -> {
                allocated.remove(it.nodeId());
                held.replaceAll((id, has) -> it.nodeId().equals(has.nodeId) ? has.on(null) : has);
            }
            default -> {}
        }
    }

    /** What grows has to fit; a capacity that was lowered under what is allocated takes nothing away. */
    private void fits(String nodeId, MachineShape from, MachineShape to) {
        MachineShape given = allocated.get(nodeId);
        Capacity has = capacity.get(nodeId);
        fits("vcpu of " + nodeId, to.vcpu() - from.vcpu(), given.vcpu(), has.vcpu());
        fits("memory of " + nodeId, to.memoryGiB() - from.memoryGiB(), given.memoryGiB(), has.memoryGiB());
        fits("disk of " + nodeId, to.diskGiB() - from.diskGiB(), given.diskGiB(), has.diskGiB());
        fits("GPUs of " + nodeId, to.gpus() - from.gpus(), given.gpus(), has.gpus());
    }

    private static void fits(String what, int growth, int given, int has) {
        if (growth > 0) {
            assertThat(given).as(what).isLessThanOrEqualTo(has);
        }
    }

    private void instance(InstanceEvent event) {
        volumes.on(event);
        Held has = held.get(event.instanceId());
        switch (event) {
            case InstanceEvent.InstanceCreated it ->
                held.put(it.instanceId(), new Held(it.quotaId(), it.shape(), it.placement(), null, it.lease()));
            case InstanceEvent.InstanceScheduled it -> held.put(it.instanceId(), has.on(it.nodeId()));
            case InstanceEvent.InstanceResized it ->
                held.put(it.instanceId(), new Held(has.quotaId, it.shape(), has.placement, has.nodeId, has.lease));
            case InstanceEvent.InstanceLost it -> {
                if (it.hostGone()) {
                    held.put(it.instanceId(), has.on(null));
                }
            }
            case InstanceEvent.InstanceDeleted it -> held.remove(it.instanceId());
            default -> {}
        }
    }

    /** Whether nobody holds anything. */
    boolean empty() {
        return held.isEmpty() && leased.isEmpty() && volumes.empty();
    }

    void balance() {
        Map<String, Quotas> charges = new HashMap<>();
        Map<String, MachineShape> rooms = new HashMap<>();
        Set<String> leases = new HashSet<>();
        held.values().forEach(it -> {
            charges.merge(it.quotaId, it.charge(), Quotas::plus);
            if (it.nodeId != null) {
                rooms.merge(it.nodeId, it.shape, (a, b) -> plus(a, b, 1));
            }
            if (it.lease != null) {
                leases.add(it.lease.rangeId() + " " + it.lease.address());
            }
        });
        volumes.charge(charges);
        volumes.check();
        used.values().removeIf(Quotas.NONE::equals);
        allocated.values().removeIf(MachineShape.NOTHING::equals);
        assertThat(used).as("used, beside the charges of live instances").isEqualTo(charges);
        assertThat(allocated)
                .as("allocated, beside the rooms of live instances")
                .isEqualTo(rooms);
        assertThat(leased).as("leased, beside the leases of live instances").isEqualTo(leases);
    }

    private static MachineShape plus(MachineShape a, MachineShape b, int sign) {
        return new MachineShape(
                a.vcpu() + sign * b.vcpu(),
                a.memoryGiB() + sign * b.memoryGiB(),
                a.diskGiB() + sign * b.diskGiB(),
                a.gpus() + sign * b.gpus());
    }

    private record Held(
            String quotaId,
            MachineShape shape,
            Placement placement,
            @Nullable String nodeId,
            @Nullable Lease lease) {
        Quotas charge() {
            return placement == Placement.HOSTED ? Quotas.of(shape) : Quotas.ofProvider(shape);
        }

        Held on(@Nullable String node) {
            return new Held(quotaId, shape, placement, node, lease);
        }
    }
}
