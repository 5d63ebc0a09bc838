package dev.berth.sagas.instance;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceAddressed;
import dev.berth.api.instance.InstanceEvent.InstanceAssigned;
import dev.berth.api.instance.InstanceEvent.InstanceCreateBegun;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceDuplicateFound;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceLost;
import dev.berth.api.instance.InstanceEvent.InstanceProvisioning;
import dev.berth.api.instance.InstanceEvent.InstanceResized;
import dev.berth.api.instance.InstanceEvent.InstanceRunning;
import dev.berth.api.instance.InstanceEvent.InstanceScheduled;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.InstanceEvent.InstanceStepUnanswered;
import dev.berth.api.instance.InstanceEvent.InstanceStopped;
import dev.berth.api.instance.InstanceEvent.InstanceStopping;
import dev.berth.api.instance.InstanceEvent.InstanceUnschedulable;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeDoomed;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeLinked;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeUnlinked;
import dev.berth.api.instance.Operation;
import dev.berth.sagas.MissedEvent;
import dev.berth.sagas.ResourcePlan;
import dev.berth.sagas.Step;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is wanted of an instance beside what was seen of it, and the step that follows from the two. A value, folded from
 * the events of one stream.
 *
 * @param revision how many events of the stream it has seen, at least 1
 * @param nodeId the host that it holds room on
 * @param accountId the provider account that its machine is made with; null of one that is made on a host
 * @param machineId the provider's id of its machine, once the provider has given it out
 */
public record InstancePlan(
        String instanceId,
        long revision,
        DesiredState desired,
        @Nullable String nodeId,
        Machine machine,
        Halt halt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String accountId,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String machineId)
        implements ResourcePlan {
    /** The kind of the steps of an instance on a host. */
    public static final String KIND = "instance";

    /** The kind of the steps of an instance at a provider. */
    public static final String PROVIDER_KIND = "machine";

    /** Why a step fails on a host that has no machine of the instance. */
    public static final String NO_MACHINE = "NoMachine";

    /** Of an instance on a host, or on none yet. */
    public InstancePlan(
            String instanceId,
            long revision,
            DesiredState desired,
            @Nullable String nodeId,
            Machine machine,
            Halt halt) {
        this(instanceId, revision, desired, nodeId, machine, halt, null, null);
    }

    /** What is known of the machine on the host. */
    public enum Machine {
        /** There is none yet, as far as we know; to provision finds it if there is. */
        NOT_MADE,
        /** A provider makes it. */
        MAKING,
        /** It was made, and something else was wanted of it since it was last seen. */
        UNSURE,
        RUNNING,
        STOPPED
    }

    /** Why nothing is to be done although what is seen is not what is wanted. */
    public enum Halt {
        NONE,
        /** A step failed for good: until it is started or deleted. */
        ERROR,
        /** The host does not have the machine, or does not answer: until it is started, deleted, or seen again. */
        LOST,
        DELETED
    }

    /**
     * The plan after one more event.
     *
     * @param before null before the first event
     * @param revision the event's number in its stream, counted from 1
     * @throws MissedEvent when that is not the revision after the last one
     */
    public static InstancePlan after(@Nullable InstancePlan before, InstanceEvent event, long revision) {
        long seen = before == null ? 0 : before.revision;
        if (revision != seen + 1) {
            throw new MissedEvent(event.instanceId(), seen, revision);
        }
        if (before != null) {
            return before.after(event);
        }
        if (event instanceof InstanceCreated created) {
            return new InstancePlan(created.instanceId(), 1, created.desiredState(), null, Machine.NOT_MADE, Halt.NONE);
        }
        throw new IllegalStateException("An instance's stream begins with another event than its creation");
    }

    private InstancePlan after(InstanceEvent event) {
        return switch (event) {
            case InstanceCreated created -> throw new IllegalStateException("An instance is created once");
            case InstanceScheduled scheduled -> with(desired, scheduled.nodeId(), Machine.NOT_MADE, Halt.NONE);
            case InstanceUnschedulable unschedulable -> seen(machine, halt);
            case InstanceStarting starting -> starting(starting);
            case InstanceStopping stopping -> with(DesiredState.STOPPED, nodeId, unsure(), halt);
            case InstanceRunning running -> seen(Machine.RUNNING, Halt.NONE);
            case InstanceStopped stopped -> seen(Machine.STOPPED, Halt.NONE);
            case InstanceResized resized -> seen(machine, halt);
            case InstanceStepFailed failed -> seen(machine, halt);
            case InstanceStepUnanswered silent -> seen(machine, halt);
            case InstanceErrored errored ->
                seen(NO_MACHINE.equals(errored.reason()) ? Machine.NOT_MADE : machine, Halt.ERROR);
            case InstanceLost lost ->
                lost.hostGone()
                        ? with(desired, null, Machine.NOT_MADE, Halt.LOST)
                        : with(desired, nodeId, unsure(), Halt.LOST);
            case InstanceDeleting deleting -> with(DesiredState.DELETED, nodeId, machine, Halt.NONE);
            case InstanceDeleted deleted -> seen(machine, Halt.DELETED);
            case InstanceAssigned assigned -> at(assigned.accountId(), null, machine, halt);
            case InstanceCreateBegun begun -> seen(machine, halt);
            case InstanceProvisioning it ->
                at(accountId, it.providerMachineId(), machine == Machine.NOT_MADE ? Machine.MAKING : machine, halt);
            case InstanceAddressed addressed -> seen(machine, halt);
            case InstanceDuplicateFound duplicate -> seen(machine, halt);
            case InstanceVolumeLinked linked -> seen(machine, halt);
            case InstanceVolumeUnlinked unlinked -> seen(machine, halt);
            case InstanceVolumeDoomed doomed -> seen(machine, halt);
        };
    }

    private InstancePlan starting(InstanceStarting starting) {
        if (!starting.placed()) {
            // At a provider, another machine is to be made from now on.
            return with(DesiredState.RUNNING, null, Machine.NOT_MADE, Halt.NONE).at(accountId, null);
        }
        return with(DesiredState.RUNNING, nodeId, starting.recreate() ? Machine.NOT_MADE : unsure(), Halt.NONE);
    }

    private Machine unsure() {
        return machine == Machine.NOT_MADE || machine == Machine.MAKING ? machine : Machine.UNSURE;
    }

    private InstancePlan at(@Nullable String account, @Nullable String providerMachineId, Machine now, Halt halted) {
        return with(desired, nodeId, now, halted).at(account, providerMachineId);
    }

    private InstancePlan at(@Nullable String account, @Nullable String providerMachineId) {
        return new InstancePlan(instanceId, revision, desired, nodeId, machine, halt, account, providerMachineId);
    }

    private InstancePlan seen(Machine now, Halt halted) {
        return with(desired, nodeId, now, halted);
    }

    private InstancePlan with(DesiredState wanted, @Nullable String node, Machine known, Halt halted) {
        return new InstancePlan(
                instanceId,
                revision + 1,
                // There is no way back from being deleted, whatever order things are told in.
                desired == DesiredState.DELETED ? DesiredState.DELETED : wanted,
                node,
                known,
                halt == Halt.DELETED ? Halt.DELETED : halted,
                accountId,
                machineId);
    }

    /** What the machine needs next; empty where everything is as wanted, or nothing may be done. */
    public Optional<Operation> next() {
        if (halt == Halt.DELETED) {
            return Optional.empty();
        }
        if (desired == DesiredState.DELETED) {
            return Optional.of(Operation.DESTROY);
        }
        if ((nodeId == null && accountId == null) || halt != Halt.NONE) {
            return Optional.empty();
        }
        boolean run = desired == DesiredState.RUNNING;
        return switch (machine) {
            case NOT_MADE, MAKING -> Optional.of(Operation.PROVISION);
            case UNSURE -> Optional.of(run ? Operation.START : Operation.STOP);
            case RUNNING -> run ? Optional.empty() : Optional.of(Operation.STOP);
            case STOPPED -> run ? Optional.of(Operation.START) : Optional.empty();
        };
    }

    /** The step for {@link #next}. To destroy without a host only releases what the instance holds: nobody is asked. */
    @Override
    public Optional<Step> step() {
        return next().map(operation -> new Step(
                instanceId,
                accountId == null ? KIND : PROVIDER_KIND,
                accountId == null ? nodeId : accountId,
                operation.name().toLowerCase(Locale.ROOT),
                revision));
    }

    @Override
    public String resourceId() {
        return instanceId;
    }

    @Override
    public boolean over() {
        return halt == Halt.DELETED;
    }
}
