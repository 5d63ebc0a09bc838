package dev.berth.query.instance;

import static dev.berth.query.Fold.existing;

import dev.berth.api.instance.Address;
import dev.berth.api.instance.Condition;
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
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.instance.MachineShape;
import dev.berth.query.EventMeta;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An instance as its events make it.
 *
 * <p>Owns: state, desired state and conditions as they are shown. Does not own: whether an event may happen. Invariants: a
 * condition is there while it holds; node and addresses are those that it holds, or held when it was deleted. On failure:
 * throws for an event before the first one.
 *
 * <p>Conditions: {@code Unschedulable} until it has a host; {@code Retrying} while an operation that failed, or of whose end nothing
 * is known, is tried again: until it succeeds, fails for good, or is no longer wanted; {@code Failed} until it is started, deleted or seen well; {@code Lost} until its machine is seen
 * again, made anew, or deleted; {@code Recreated} from the start that makes a lost machine anew until its owner stops or
 * starts it again.
 */
public final class InstanceFold {
    private InstanceFold() {}

    /** The instance after the event. */
    public static InstanceView fold(@Nullable InstanceView view, InstanceEvent event, EventMeta meta) {
        if (event instanceof InstanceCreated created) {
            return created(created, meta);
        }
        InstanceDraft draft = new InstanceDraft(existing(view, event), meta);
        switch (event) {
            case InstanceCreated ignored -> throw new IllegalStateException("A created instance is handled above");
            case InstanceScheduled scheduled -> {
                draft.state = InstanceState.PROVISIONING;
                draft.nodeId = scheduled.nodeId();
                draft.without(Condition.UNSCHEDULABLE);
            }
            case InstanceAssigned assigned -> draft.region = assigned.region();
            case InstanceProvisioning provisioning -> {
                draft.providerMachineId = provisioning.providerMachineId();
                if (draft.state == InstanceState.SCHEDULING) {
                    draft.state = InstanceState.PROVISIONING;
                }
            }
            case InstanceAddressed addressed -> draft.addresses = addressed.addresses();
            case InstanceCreateBegun ignored -> {}
            case InstanceDuplicateFound ignored -> {}
            case InstanceVolumeLinked ignored -> {}
            case InstanceVolumeUnlinked ignored -> {}
            case InstanceVolumeDoomed ignored -> {}
            case InstanceUnschedulable waiting -> {
                draft.state = InstanceState.SCHEDULING;
                draft.with(Condition.UNSCHEDULABLE, waiting.reason(), waiting.message());
            }
            case InstanceStarting starting -> starting(draft, starting);
            case InstanceStopping ignored -> {
                draft.desired = DesiredState.STOPPED;
                draft.without(Condition.RETRYING);
                draft.without(Condition.RECREATED);
            }
            case InstanceRunning ignored -> seen(draft, InstanceState.RUNNING);
            case InstanceStopped ignored -> seen(draft, InstanceState.STOPPED);
            case InstanceResized resized -> {
                draft.flavor = resized.flavor();
                draft.shape = resized.shape();
            }
            case InstanceStepFailed failed -> draft.with(Condition.RETRYING, failed.reason(), failed.message());
            case InstanceStepUnanswered silent -> draft.with(Condition.RETRYING, silent.reason(), silent.message());
            case InstanceErrored errored -> {
                draft.state = InstanceState.ERROR;
                draft.without(Condition.RETRYING);
                draft.with(Condition.FAILED, errored.reason(), errored.message());
            }
            case InstanceLost lost -> {
                draft.state = InstanceState.LOST;
                draft.without(Condition.RETRYING);
                draft.with(Condition.LOST, lost.reason(), lost.message());
                if (lost.hostGone()) {
                    draft.nodeId = null;
                }
            }
            case InstanceDeleting ignored -> {
                draft.state = InstanceState.DELETING;
                draft.desired = DesiredState.DELETED;
                draft.conditions.clear();
            }
            case InstanceDeleted ignored -> {
                draft.state = InstanceState.DELETED;
                draft.desired = DesiredState.DELETED;
                draft.conditions.clear();
                draft.deletedAt = meta.time();
            }
        }
        return draft.view();
    }

    /** Whether something is still to be done for it, so that it must have a step waiting or a place in a waiting list. */
    public static boolean inBetween(InstanceView view) {
        return switch (view.state()) {
            case SCHEDULING, PROVISIONING, STARTING, DELETING -> true;
            case RUNNING -> view.desiredState() != DesiredState.RUNNING;
            case STOPPED -> view.desiredState() != DesiredState.STOPPED;
            case PENDING, REBOOTING, RESIZING, DELETED, ERROR, LOST, PAUSED -> false;
        };
    }

    private static void starting(InstanceDraft draft, InstanceStarting starting) {
        draft.desired = DesiredState.RUNNING;
        if (!starting.placed()) {
            draft.state = InstanceState.SCHEDULING;
            draft.nodeId = null;
            draft.providerMachineId = null;
        } else if (draft.state == InstanceState.STOPPED
                || draft.state == InstanceState.ERROR
                || draft.state == InstanceState.LOST) {
            draft.state = InstanceState.STARTING;
        }
        draft.without(Condition.FAILED);
        draft.without(Condition.RETRYING);
        draft.without(Condition.LOST);
        draft.without(Condition.RECREATED);
        if (starting.recreate()) {
            draft.with(
                    Condition.RECREATED,
                    "MachineLost",
                    "The machine was lost and is made anew; what was on its disk is gone.");
        }
    }

    private static void seen(InstanceDraft draft, InstanceState state) {
        draft.state = state;
        draft.without(Condition.UNSCHEDULABLE);
        draft.without(Condition.RETRYING);
        draft.without(Condition.FAILED);
        draft.without(Condition.LOST);
    }

    private static InstanceView created(InstanceCreated created, EventMeta meta) {
        MachineShape shape = created.shape();
        return new InstanceView(
                created.instanceId(),
                created.tenantId(),
                created.createdBy(),
                meta.time(),
                meta.time(),
                meta.revision(),
                created.projectId(),
                created.poolId(),
                created.placement(),
                created.flavor(),
                shape.vcpu(),
                shape.memoryGiB(),
                shape.diskGiB(),
                shape.gpus(),
                created.imageId(),
                created.imageVerified(),
                created.sshKeys(),
                created.desiredState(),
                InstanceState.SCHEDULING,
                List.of(),
                null,
                null,
                null,
                created.lease() == null
                        ? List.of()
                        : List.of(new Address(created.lease().address(), Address.Kind.PRIVATE)),
                null);
    }
}
