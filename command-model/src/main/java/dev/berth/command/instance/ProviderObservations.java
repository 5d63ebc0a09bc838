package dev.berth.command.instance;

import dev.berth.api.Affected;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.instance.InstanceObservation.MachineCreateBegins;
import dev.berth.api.instance.InstanceObservation.MachineDuplicate;
import dev.berth.api.instance.InstanceObservation.ProviderMachineSeen;
import dev.berth.api.instance.InstanceObservation.ProviderResult;
import dev.berth.api.instance.InstanceObservation.ProviderStepEnded;
import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.Operation;
import dev.berth.command.Streams;
import dev.berth.command.account.Creation;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.axonframework.commandhandling.CommandHandler;

/**
 * What the reconciler saw of machines at providers, turned into events.
 *
 * <p>Owns: which observations count. Does not own: how they were made. Invariants: which machine a provider gave out is
 * recorded, whatever is wanted by then; any other outcome of what is no longer wanted changes nothing. On failure: the
 * same observation may come again and is then void or the same.
 */
public final class ProviderObservations {
    private final Streams<Instance> instances;
    private final InstanceOutcomes outcomes;

    /** The observations of a deployment. */
    public ProviderObservations(Streams<Instance> instances, InstanceOutcomes outcomes) {
        this.instances = instances;
        this.outcomes = outcomes;
    }

    /** The provider is about to be asked for the machine. */
    @CommandHandler
    public Outcome<Affected> handle(MachineCreateBegins begins) {
        Optional<Streams.Loaded<Instance>> instance = instances.find(begins.instanceId());
        boolean wanted = instance.isPresent()
                && instance.get().get(it -> InstanceRules.mayCreate(it, begins.basedOn(), begins.fence()));
        if (!wanted) {
            return Outcome.refused(Problem.invalidState(
                    "The machine is not to be made.",
                    instance.map(it -> it.get(i -> i.state.name().toLowerCase(Locale.ROOT)))
                            .orElse("unknown")));
        }
        instance.get().apply(it -> it.createBegun(begins.sentName(), begins.fence()));
        return Outcome.done(new Affected(begins.instanceId()));
    }

    /** A step ended, or came so far. */
    @CommandHandler
    public Outcome<Affected> handle(ProviderStepEnded ended) {
        return on(ended.instanceId(), instance -> {
            boolean counts = instance.get(it -> InstanceRules.counts(it, ended.basedOn(), ended.fence()));
            switch (ended.result()) {
                case ProviderResult.Taken taken -> taken(instance, ended, taken.providerMachineId());
                case ProviderResult.Up up -> {
                    taken(instance, ended, up.providerMachineId());
                    if (counts) {
                        up(instance, up, ended.fence());
                    }
                }
                case ProviderResult.Destroyed destroyed -> {
                    boolean deleting = instance.get(it -> it.state) == InstanceState.DELETING;
                    if (counts && deleting && ended.operation() == Operation.DESTROY) {
                        outcomes.release(instance, ended.fence(), new HashSet<>(destroyed.volumeIds()));
                    }
                }
                case ProviderResult.Failed failed -> {
                    if (counts && failed.failure().certain()) {
                        failed(instance, ended, failed.failure());
                    }
                }
            }
        });
    }

    /** Recorded of a request that was made, or of what a step that is still wanted has found. */
    private static void taken(Streams.Loaded<Instance> instance, ProviderStepEnded ended, String machineId) {
        boolean news = instance.get(it -> it.ofProvider()
                && !it.hasMachine()
                && it.state != InstanceState.DELETED
                && ended.fence() > it.fence
                && (it.provider.creation == Creation.BEGUN || ended.basedOn() >= it.wantedSince));
        if (news) {
            instance.apply(it -> it.provisioning(machineId));
        }
    }

    private static void up(Streams.Loaded<Instance> instance, ProviderResult.Up up, long fence) {
        if (instance.get(it -> it.state) == InstanceState.DELETING) {
            return;
        }
        instance.apply(it -> it.addressed(up.addresses()));
        if (up.seen() == Seen.RUNNING && instance.get(it -> InstanceRules.isNews(it, InstanceState.RUNNING))) {
            instance.apply(it -> it.running(fence));
        } else if (up.seen() == Seen.STOPPED && instance.get(it -> InstanceRules.isNews(it, InstanceState.STOPPED))) {
            instance.apply(it -> it.stopped(fence));
        }
    }

    private void failed(Streams.Loaded<Instance> instance, ProviderStepEnded ended, ProviderFailure failure) {
        boolean forGood = failure.certainty() == Certainty.REFUSED;
        outcomes.failed(instance, ended.operation(), failure.reason(), failure.message(), forGood, ended.fence());
    }

    /** The periodic pass saw the machine. */
    @CommandHandler
    public Outcome<Affected> handle(ProviderMachineSeen seen) {
        return on(seen.instanceId(), instance -> {
            if (instance.get(it -> it.revision != seen.basedOn() || !it.ofProvider())) {
                return;
            }
            InstanceState state = instance.get(it -> it.state);
            long fence = instance.get(it -> it.fence);
            boolean settled = state == InstanceState.RUNNING || state == InstanceState.STOPPED;
            boolean observable = settled || state == InstanceState.LOST;
            if (seen.seen() == Seen.ABSENT) {
                if (settled) {
                    instance.apply(it -> it.lost("MachineGone", "The provider no longer has the machine.", false));
                }
            } else if (observable) {
                instance.apply(it -> it.addressed(seen.addresses()));
                if (seen.seen() == Seen.RUNNING && state != InstanceState.RUNNING) {
                    instance.apply(it -> it.running(fence));
                } else if (seen.seen() == Seen.STOPPED && state != InstanceState.STOPPED) {
                    instance.apply(it -> it.stopped(fence));
                }
            }
        });
    }

    /** The provider had a second machine that bears its mark. */
    @CommandHandler
    public Outcome<Affected> handle(MachineDuplicate duplicate) {
        return on(
                duplicate.instanceId(),
                instance -> instance.apply(
                        it -> it.duplicate(duplicate.keptId(), duplicate.otherId(), duplicate.removed())));
    }

    private Outcome<Affected> on(String instanceId, Consumer<Streams.Loaded<Instance>> change) {
        instances.find(instanceId).ifPresent(change);
        return Outcome.done(new Affected(instanceId));
    }
}
