package dev.berth.command.instance;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.instance.DeleteInstance;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.ResizeInstance;
import dev.berth.api.instance.StartInstance;
import dev.berth.api.instance.StopInstance;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import dev.berth.command.node.Node;
import dev.berth.command.quota.Quota;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What a tenant may want of an instance once it is admitted.
 *
 * <p>Owns: changes of what is wanted, and the resize. Does not own: what is then done about it (the reconciler).
 * Invariants: asking for what is wanted already changes nothing; a refused resize leaves everything as it was. On
 * failure: nothing is kept; the caller may ask again.
 */
public final class InstanceCommands {
    private static final String UPDATE = InstanceRules.UPDATE;

    private final Gate gate;
    private final DraftResolver resolver;
    private final InstanceAdmission admission;
    private final Streams<Instance> instances;
    private final Streams<Quota> quotas;
    private final Streams<Node> nodes;
    private final AttachedVolumes volumes;

    /** The commands of a deployment. */
    public InstanceCommands(
            Gate gate,
            DraftResolver resolver,
            InstanceAdmission admission,
            Streams<Instance> instances,
            Streams<Quota> quotas,
            Streams<Node> nodes,
            AttachedVolumes volumes) {
        this.gate = gate;
        this.resolver = resolver;
        this.admission = admission;
        this.instances = instances;
        this.quotas = quotas;
        this.nodes = nodes;
        this.volumes = volumes;
    }

    /** Wants it running; tries again what had failed, and makes anew what was lost. */
    @CommandHandler
    public Outcome<Affected> handle(StartInstance command, @MetaDataValue(Context.KEY) Context context) {
        return onInstance(context, command, command.instanceId(), "instances.start", UPDATE, (instance, meta) -> {
            Optional<Problem> refusal = instance.get(InstanceRules::notBeingDeleted);
            if (refusal.isPresent()) {
                return refusal;
            }
            switch (instance.get(InstanceRules::start)) {
                case NOTHING -> {}
                case START -> instance.apply(it -> it.starting(false, meta));
                case RECREATE -> instance.apply(it -> it.starting(true, meta));
                case RESCHEDULE -> {
                    instance.apply(it -> it.starting(true, meta));
                    admission.place(context, instance, false, MetaData.emptyInstance());
                }
                case REQUEST -> instance.apply(it -> it.requestAnew(false, meta));
                case REQUEST_ANEW -> instance.apply(it -> it.requestAnew(true, meta));
            }
            return Optional.empty();
        });
    }

    /** Wants it stopped. */
    @CommandHandler
    public Outcome<Affected> handle(StopInstance command, @MetaDataValue(Context.KEY) Context context) {
        return onInstance(context, command, command.instanceId(), "instances.stop", UPDATE, (instance, meta) -> {
            Optional<Problem> refusal = instance.get(InstanceRules::notBeingDeleted);
            if (refusal.isEmpty() && instance.get(InstanceRules::stopChanges)) {
                instance.apply(it -> it.stopping(meta));
            }
            return refusal;
        });
    }

    /** Wants it gone. */
    @CommandHandler
    public Outcome<Affected> handle(DeleteInstance command, @MetaDataValue(Context.KEY) Context context) {
        String by = context.caller().principal();
        return onInstance(
                context,
                command,
                command.instanceId(),
                "instances.delete",
                "compute:instances:delete",
                (instance, meta) -> {
                    if (instance.get(it -> it.desired) != DesiredState.DELETED) {
                        delete(command.instanceId(), instance, by, meta);
                    }
                    return Optional.empty();
                });
    }

    private void delete(String id, Streams.Loaded<Instance> instance, String by, MetaData meta) {
        MetaData link = MetaData.emptyInstance();
        boolean machineThere = instance.get(Instance::hasMachine);
        boolean lost = instance.get(it -> it.state == InstanceState.LOST || it.machineGone);
        instance.apply(it -> it.deleting(by, meta));
        volumes.instanceDeleting(id, instance.get(it -> Set.copyOf(it.provider.volumes)), machineThere, lost, by, link)
                .forEach((volumeId, providerId) -> instance.apply(it -> it.doom(volumeId, providerId, link)));
    }

    /** Gives a stopped instance another flavor on its host. */
    @CommandHandler
    public Outcome<Affected> handle(ResizeInstance command, @MetaDataValue(Context.KEY) Context context) {
        return onInstance(
                context,
                command,
                command.instanceId(),
                "instances.resize",
                UPDATE,
                (instance, meta) -> resize(command, instance, meta));
    }

    private Optional<Problem> resize(ResizeInstance command, Streams.Loaded<Instance> instance, MetaData meta) {
        Optional<Problem> deleting = instance.get(InstanceRules::notBeingDeleted);
        if (deleting.isPresent()) {
            return deleting;
        }
        Optional<MachineShape> to = resolver.activeShape(instance.get(it -> it.poolId), command.flavor());
        if (to.isEmpty()) {
            return Optional.of(Problem.notFound("flavor", "compute-flavor/" + command.flavor()));
        }
        Optional<Problem> refusal = instance.get(it -> InstanceRules.mayResize(it, to.get()));
        boolean same = instance.get(it -> it.flavor).equals(command.flavor());
        if (refusal.isPresent() || same) {
            return refusal;
        }
        MachineShape from = instance.get(it -> it.shape);
        String id = command.instanceId();
        Quotas growth = growth(from, to.get());
        Quotas shrinkage = growth(to.get(), from);
        Streams.Loaded<Quota> quota = quotas.get(instance.get(it -> it.quotaId));
        Streams.Loaded<Node> node = nodes.get(instance.get(Instance::host));
        if (node.get(Node::isRemoved)) {
            // Removed as gone a moment ago: the instance does not know yet that it holds no room any more.
            return Optional.of(instance.get(it -> InstanceRules.stateProblem(it, "The instance's host was removed.")));
        }
        Optional<Problem> exceeded = quota.get(it -> it.mayCharge(growth));
        if (exceeded.isPresent()) {
            return exceeded;
        }
        Optional<String> lacking = node.get(it -> it.lackingToChange(from, to.get()));
        if (lacking.isPresent()) {
            return Optional.of(
                    Problem.capacity(lacking.get(), "The host has not enough " + lacking.get() + " for this flavor."));
        }
        MetaData link = MetaData.emptyInstance();
        instance.apply(it -> it.resize(command.flavor(), to.get(), meta));
        if (!growth.equals(Quotas.NONE)) {
            quota.apply(it -> it.charge(id, growth, link));
        }
        if (!shrinkage.equals(Quotas.NONE)) {
            quota.apply(it -> it.refund(id, shrinkage, link));
        }
        node.apply(it -> it.reallocate(id, from, to.get(), link));
        return Optional.empty();
    }

    private static Quotas growth(MachineShape from, MachineShape to) {
        return new Quotas(
                Math.max(0, to.vcpu() - from.vcpu()),
                Math.max(0, to.memoryGiB() - from.memoryGiB()),
                Math.max(0, to.gpus() - from.gpus()),
                Math.max(0, to.diskGiB() - from.diskGiB()));
    }

    private Outcome<Affected> onInstance(
            Context context,
            Command command,
            String instanceId,
            String method,
            String action,
            BiFunction<Streams.Loaded<Instance>, MetaData, Optional<Problem>> change) {
        Optional<Streams.Loaded<Instance>> found =
                instances.find(instanceId).filter(it -> it.get(i -> i.tenantId).equals(command.tenantId()));
        if (found.isEmpty()) {
            return Outcome.refused(InstanceRules.notFound(instanceId));
        }
        Streams.Loaded<Instance> instance = found.get();
        return gate.pass(
                context,
                command,
                method,
                action,
                instance.get(InstanceRules::resource),
                meta -> change.apply(instance, meta)
                        .<Outcome<Affected>>map(Outcome::refused)
                        .orElseGet(() -> Outcome.done(new Affected(instanceId))));
    }
}
