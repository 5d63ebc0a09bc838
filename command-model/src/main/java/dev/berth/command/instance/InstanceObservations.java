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
import dev.berth.api.instance.Operation;
import dev.berth.command.Streams;
import java.util.Set;
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
    private final InstanceOutcomes outcomes;

    /** The observations of a deployment. */
    public InstanceObservations(InstanceAdmission admission, Streams<Instance> instances, InstanceOutcomes outcomes) {
        this.admission = admission;
        this.instances = instances;
        this.outcomes = outcomes;
    }

    /** A step ended. */
    @CommandHandler
    public Outcome<Affected> handle(StepEnded ended) {
        return on(ended.instanceId(), instance -> {
            boolean counts =
                    instance.get(it -> !it.ofProvider() && InstanceRules.counts(it, ended.basedOn(), ended.fence()));
            if (!counts) {
                return;
            }
            switch (ended.result()) {
                case Result.Succeeded succeeded -> succeeded(instance, ended, succeeded.seen());
                case Result.Failed failed -> {
                    String message = failed.message() == null ? "The host refused it." : failed.message();
                    outcomes.failed(
                            instance, ended.operation(), failed.reason(), message, failed.forGood(), ended.fence());
                }
                case Result.Unknown unknown -> unknown(instance, ended, unknown);
            }
        });
    }

    private void succeeded(Streams.Loaded<Instance> instance, StepEnded ended, Seen seen) {
        boolean deleting = instance.get(it -> it.state) == InstanceState.DELETING;
        switch (seen) {
            case ABSENT -> {
                if (deleting && ended.operation() == Operation.DESTROY) {
                    outcomes.release(instance, ended.fence(), Set.of());
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
                        outcomes.release(instance, instance.get(it -> it.fence), Set.of());
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
            boolean waits = instance.get(it -> !it.ofProvider()
                    && it.state == InstanceState.SCHEDULING
                    && !it.placed()
                    && it.desired != DesiredState.DELETED);
            if (waits) {
                admission.place(context, instance, true, MetaData.emptyInstance());
            }
        });
    }

    private Outcome<Affected> on(String instanceId, Consumer<Streams.Loaded<Instance>> change) {
        instances.find(instanceId).ifPresent(change);
        return Outcome.done(new Affected(instanceId));
    }
}
