package dev.berth.command.instance;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceObservation.HostLost;
import dev.berth.api.instance.InstanceObservation.MachineSeen;
import dev.berth.api.instance.InstanceObservation.PlaceInstance;
import dev.berth.api.instance.InstanceObservation.Result;
import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.api.instance.InstanceObservation.StepEnded;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.Lease;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Operation;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Streams;
import dev.berth.command.address.AddressRange;
import dev.berth.command.node.Node;
import dev.berth.command.quota.Quota;
import java.util.Optional;
import java.util.function.Consumer;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What the reconciler saw, turned into events.
 *
 * <p>Owns: which observations count. Does not own: how they were made. Invariants: what answers to something no longer
 * wanted, or is older than what is known, changes nothing; a deletion gives back charge, room and address in the unit of
 * work of its event, once. On failure: the same observation may come again and is then void or the same.
 */
public final class InstanceObservations {
    private final InstanceAdmission admission;
    private final Streams<Instance> instances;
    private final Streams<Quota> quotas;
    private final Streams<AddressRange> ranges;
    private final Streams<Node> nodes;

    /** The observations of a deployment. */
    public InstanceObservations(
            InstanceAdmission admission,
            Streams<Instance> instances,
            Streams<Quota> quotas,
            Streams<AddressRange> ranges,
            Streams<Node> nodes) {
        this.admission = admission;
        this.instances = instances;
        this.quotas = quotas;
        this.ranges = ranges;
        this.nodes = nodes;
    }

    /** A step ended. */
    @CommandHandler
    public Outcome<Affected> handle(StepEnded ended) {
        return on(ended.instanceId(), instance -> {
            if (!instance.get(it -> InstanceRules.counts(it, ended))) {
                return;
            }
            switch (ended.result()) {
                case Result.Succeeded succeeded -> succeeded(instance, ended, succeeded.seen());
                case Result.Failed failed -> failed(instance, ended, failed);
                case Result.Unknown unknown -> unknown(instance, ended, unknown);
            }
        });
    }

    private void succeeded(Streams.Loaded<Instance> instance, StepEnded ended, Seen seen) {
        boolean deleting = instance.get(it -> it.state) == InstanceState.DELETING;
        switch (seen) {
            case ABSENT -> {
                if (deleting && ended.operation() == Operation.DESTROY) {
                    release(instance, ended.fence());
                }
            }
            case RUNNING -> {
                if (!deleting && instance.get(it -> InstanceRules.isNews(it, InstanceState.RUNNING))) {
                    instance.apply(it -> it.running(ended.fence()));
                }
            }
            case STOPPED -> {
                if (!deleting && instance.get(it -> InstanceRules.isNews(it, InstanceState.STOPPED))) {
                    instance.apply(it -> it.stopped(ended.fence()));
                }
            }
        }
    }

    private void failed(Streams.Loaded<Instance> instance, StepEnded ended, Result.Failed failed) {
        String message = failed.message() == null ? "The host refused it." : failed.message();
        int failures = instance.get(it -> it.failures);
        if (instance.get(it -> it.state) == InstanceState.DELETING) {
            // Tried for ever; only another reason is worth another event.
            if (failures == 0 || !instance.get(it -> it.lastFailure).equals(failed.reason())) {
                instance.apply(it -> it.stepFailed(ended.operation(), failed.reason(), message, ended.fence()));
            }
        } else if (failed.forGood() || failures + 1 >= InstanceRules.MAX_TRIES) {
            instance.apply(it -> it.errored(ended.operation(), failed.reason(), message, ended.fence()));
        } else {
            instance.apply(it -> it.stepFailed(ended.operation(), failed.reason(), message, ended.fence()));
        }
    }

    /** Said once, however often it is asked again: what is not known to have failed is no failure, and changes nothing. */
    private void unknown(Streams.Loaded<Instance> instance, StepEnded ended, Result.Unknown unknown) {
        if (!instance.get(it -> it.unanswered)) {
            instance.apply(
                    it -> it.stepUnanswered(ended.operation(), unknown.reason(), unknown.message(), ended.fence()));
        }
    }

    /** The periodic pass saw something else than is recorded. */
    @CommandHandler
    public Outcome<Affected> handle(MachineSeen seen) {
        return on(seen.instanceId(), instance -> {
            boolean same = instance.get(
                    it -> it.revision == seen.basedOn() && seen.nodeId().equals(it.nodeId));
            if (!same) {
                return;
            }
            InstanceState state = instance.get(it -> it.state);
            long fence = instance.get(it -> it.fence);
            boolean settled = state == InstanceState.RUNNING || state == InstanceState.STOPPED;
            boolean observable = settled || state == InstanceState.LOST;
            switch (seen.seen()) {
                case RUNNING -> {
                    if (observable && state != InstanceState.RUNNING) {
                        instance.apply(it -> it.running(fence));
                    }
                }
                case STOPPED -> {
                    if (observable && state != InstanceState.STOPPED) {
                        instance.apply(it -> it.stopped(fence));
                    }
                }
                case ABSENT -> {
                    if (settled) {
                        instance.apply(it -> it.lost("MachineGone", "The host no longer has the machine.", false));
                    }
                }
            }
        });
    }

    /** Its host is lost, or was declared gone. */
    @CommandHandler
    public Outcome<Affected> handle(HostLost lost) {
        return on(lost.instanceId(), instance -> {
            if (!instance.get(it -> lost.nodeId().equals(it.nodeId))) {
                return;
            }
            switch (instance.get(it -> it.state)) {
                case PROVISIONING, STARTING, RUNNING, STOPPED ->
                    instance.apply(it -> it.lost(lost.reason(), lost.message(), lost.gone()));
                case ERROR, LOST -> {
                    if (lost.gone()) {
                        instance.apply(it -> it.lost(lost.reason(), lost.message(), true));
                    }
                }
                case DELETING -> {
                    if (lost.gone()) {
                        release(instance, instance.get(it -> it.fence));
                    }
                }
                default -> {}
            }
        });
    }

    /** Looks for a host for an instance that waits for one. */
    @CommandHandler
    public Outcome<Affected> handle(PlaceInstance place, @MetaDataValue(Context.KEY) Context context) {
        return on(place.instanceId(), instance -> {
            boolean waits = instance.get(
                    it -> it.state == InstanceState.SCHEDULING && !it.placed() && it.desired != DesiredState.DELETED);
            if (waits) {
                admission.place(context, instance, true, MetaData.emptyInstance());
            }
        });
    }

    /** Gives back charge, address and room together with the event that ends the instance. Locks in the fixed order. */
    private void release(Streams.Loaded<Instance> instance, long fence) {
        String id = instance.get(Instance::id);
        MachineShape shape = instance.get(it -> it.shape);
        Optional<Lease> lease = instance.get(it -> Optional.ofNullable(it.lease));
        MetaData link = MetaData.emptyInstance();
        instance.apply(it -> it.deleted(fence));
        quotas.get(instance.get(it -> it.quotaId)).apply(it -> it.refund(id, Quotas.of(shape), link));
        lease.ifPresent(held -> ranges.get(held.rangeId()).apply(it -> it.release(id, held.address(), link)));
        if (instance.get(Instance::placed)) {
            nodes.get(instance.get(Instance::host)).apply(it -> it.release(id, shape, link));
        }
    }

    private Outcome<Affected> on(String instanceId, Consumer<Streams.Loaded<Instance>> change) {
        instances.find(instanceId).ifPresent(change);
        return Outcome.done(new Affected(instanceId));
    }
}
