package dev.berth.command.instance;

import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.Lease;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Operation;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Streams;
import dev.berth.command.address.AddressRange;
import dev.berth.command.node.Node;
import dev.berth.command.quota.Quota;
import dev.berth.command.quota.Refund;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.axonframework.messaging.MetaData;

/**
 * What follows from the outcome of a step, at a host or at a provider alike.
 *
 * <p>Owns: when failures become an error, and that an instance which ends gives everything back. Does not own: whether the
 * outcome counts. Invariants: a deletion gives back charge, room, address and the charges of the volumes that went with
 * the machine in the unit of work of its event, once. On failure: it is rolled back as a whole and comes again.
 */
public final class InstanceOutcomes {
    private final Streams<Quota> quotas;
    private final Streams<AddressRange> ranges;
    private final Streams<Node> nodes;
    private final AttachedVolumes volumes;

    /** The outcomes of a deployment. */
    public InstanceOutcomes(
            Streams<Quota> quotas, Streams<AddressRange> ranges, Streams<Node> nodes, AttachedVolumes volumes) {
        this.quotas = quotas;
        this.ranges = ranges;
        this.nodes = nodes;
        this.volumes = volumes;
    }

    void failed(
            Streams.Loaded<Instance> instance,
            Operation operation,
            String reason,
            String message,
            boolean forGood,
            long fence) {
        int failures = instance.get(it -> it.failures);
        if (instance.get(it -> it.state) == InstanceState.DELETING) {
            // Tried for ever; only another reason is worth another event.
            if (failures == 0 || !instance.get(it -> it.lastFailure).equals(reason)) {
                instance.apply(it -> it.stepFailed(operation, reason, message, fence));
            }
        } else if (forGood || failures + 1 >= InstanceRules.MAX_TRIES) {
            instance.apply(it -> it.errored(operation, reason, message, fence));
        } else {
            instance.apply(it -> it.stepFailed(operation, reason, message, fence));
        }
    }

    /**
     * Ends the instance; everything is locked in the fixed order.
     *
     * @param gone the volumes that went with its machine
     */
    void release(Streams.Loaded<Instance> instance, long fence, Set<String> gone) {
        String id = instance.get(Instance::id);
        MachineShape shape = instance.get(it -> it.shape);
        Optional<Lease> lease = instance.get(it -> Optional.ofNullable(it.lease));
        Set<String> doomed = instance.get(it -> Set.copyOf(it.provider.doomed));
        Quotas charge = instance.get(it -> it.ofProvider() ? Quotas.ofProvider(it.shape) : Quotas.of(it.shape));
        MetaData link = MetaData.emptyInstance();
        instance.apply(it -> it.deleted(fence));
        List<Refund> refunds = new ArrayList<>(volumes.machineGone(id, doomed, gone));
        refunds.add(new Refund(instance.get(it -> it.quotaId), id, charge));
        Refund.all(quotas, refunds, link);
        lease.ifPresent(held -> ranges.get(held.rangeId()).apply(it -> it.release(id, held.address(), link)));
        if (instance.get(Instance::placed)) {
            nodes.get(instance.get(Instance::host)).apply(it -> it.release(id, shape, link));
        }
    }
}
