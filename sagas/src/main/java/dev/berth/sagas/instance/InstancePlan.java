package dev.berth.sagas.instance;

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
 */
public record InstancePlan(
        String instanceId,
        long revision,
        DesiredState desired,
        @Nullable String nodeId,
        Machine machine,
        Halt halt) {
    /** The kind of an instance's steps. */
    public static final String KIND = "instance";

    /** Why a step fails on a host that has no machine of the instance. */
    public static final String NO_MACHINE = "NoMachine";

    /** What is known of the machine on the host. */
    public enum Machine {
        /** There is none yet, as far as we know; to provision finds it if there is. */
        NOT_MADE,
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
            case InstanceAssigned assigned -> seen(machine, halt);
            case InstanceCreateBegun begun -> seen(machine, halt);
            case InstanceProvisioning provisioning -> seen(machine, halt);
            case InstanceAddressed addressed -> seen(machine, halt);
            case InstanceDuplicateFound duplicate -> seen(machine, halt);
            case InstanceVolumeLinked linked -> seen(machine, halt);
            case InstanceVolumeUnlinked unlinked -> seen(machine, halt);
            case InstanceVolumeDoomed doomed -> seen(machine, halt);
        };
    }

    private InstancePlan starting(InstanceStarting starting) {
        if (!starting.placed()) {
            return with(DesiredState.RUNNING, null, Machine.NOT_MADE, Halt.NONE);
        }
        return with(DesiredState.RUNNING, nodeId, starting.recreate() ? Machine.NOT_MADE : unsure(), Halt.NONE);
    }

    private Machine unsure() {
        return machine == Machine.NOT_MADE ? Machine.NOT_MADE : Machine.UNSURE;
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
                halt == Halt.DELETED ? Halt.DELETED : halted);
    }

    /** What the machine needs next; empty where everything is as wanted, or nothing may be done. */
    public Optional<Operation> next() {
        if (halt == Halt.DELETED) {
            return Optional.empty();
        }
        if (desired == DesiredState.DELETED) {
            return Optional.of(Operation.DESTROY);
        }
        if (nodeId == null || halt != Halt.NONE) {
            return Optional.empty();
        }
        boolean run = desired == DesiredState.RUNNING;
        return switch (machine) {
            case NOT_MADE -> Optional.of(Operation.PROVISION);
            case UNSURE -> Optional.of(run ? Operation.START : Operation.STOP);
            case RUNNING -> run ? Optional.empty() : Optional.of(Operation.STOP);
            case STOPPED -> run ? Optional.of(Operation.START) : Optional.empty();
        };
    }

    /** The step for {@link #next}. To destroy without a host only releases what the instance holds: nobody is asked. */
    public Optional<Step> step() {
        return next().map(operation ->
                new Step(instanceId, KIND, nodeId, operation.name().toLowerCase(Locale.ROOT), revision));
    }
}
