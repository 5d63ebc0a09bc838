package dev.berth.sagas.instance;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.berth.api.Stored;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceAddressed;
import dev.berth.api.instance.InstanceEvent.InstanceCreateBegun;
import dev.berth.api.instance.InstanceEvent.InstanceDeleted;
import dev.berth.api.instance.InstanceEvent.InstanceDuplicateFound;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceLost;
import dev.berth.api.instance.InstanceEvent.InstanceProvisioning;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.InstanceEvent.InstanceStepUnanswered;
import dev.berth.api.instance.InstanceEvent.InstanceStopping;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeDoomed;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeLinked;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeUnlinked;
import dev.berth.sagas.ResourceSaga;
import dev.berth.sagas.StepQueue;
import org.axonframework.eventhandling.SequenceNumber;
import org.axonframework.modelling.saga.EndSaga;
import org.axonframework.modelling.saga.SagaEventHandler;
import org.axonframework.modelling.saga.StartSaga;
import org.jspecify.annotations.Nullable;

/**
 * Reconciliation of one instance: names the next step.
 *
 * <p>Owns: the plan, and that a step which it calls for is in the queue.<br>
 * Does not own: how a step is done, when it is tried again, whether its outcome counts; no data of the instance, no
 * secret.<br>
 * Invariants: its state is a fold of the stream and nothing else; an event that it has seen changes nothing; every change
 * of what is wanted reaches the queue in the transaction of its own progress.<br>
 * On failure: it is set aside and built again from the stream, others go on.
 */
@Stored(name = "saga.instance")
@JsonAutoDetect(
        fieldVisibility = Visibility.ANY,
        getterVisibility = Visibility.NONE,
        isGetterVisibility = Visibility.NONE)
public class InstanceSaga implements ResourceSaga {
    private @Nullable InstancePlan plan;

    /** One that has seen nothing. */
    public InstanceSaga() {}

    /** One that has seen what the plan has. */
    public InstanceSaga(InstancePlan plan) {
        this.plan = plan;
    }

    /** Any event starts it, so that one whose saga is missing is noticed rather than passed over. */
    @StartSaga
    @SagaEventHandler(associationProperty = "instanceId")
    public void on(InstanceEvent event, @SequenceNumber long sequence, StepQueue queue) {
        long revision = sequence + 1;
        if (revision > revision()) {
            InstancePlan next = InstancePlan.after(plan, event, revision);
            plan = next;
            tell(event, next, queue);
        }
    }

    /** The end. */
    @EndSaga
    @SagaEventHandler(associationProperty = "instanceId")
    public void on(InstanceDeleted event, @SequenceNumber long sequence, StepQueue queue) {
        on((InstanceEvent) event, sequence, queue);
    }

    private static void tell(InstanceEvent event, InstancePlan plan, StepQueue queue) {
        if (isOnTheWay(event)) {
            // Still wanted as it was, and the runner that made it has the entry: to want it now would undo its pause.
            return;
        }
        plan.step().ifPresentOrElse(queue::want, () -> {
            if (changesWhatIsWanted(event)) {
                queue.recheck(plan.instanceId(), plan.revision());
            }
        });
    }

    private static boolean isOnTheWay(InstanceEvent event) {
        return event instanceof InstanceStepFailed
                || event instanceof InstanceStepUnanswered
                || event instanceof InstanceCreateBegun
                || event instanceof InstanceProvisioning
                || event instanceof InstanceAddressed
                || event instanceof InstanceDuplicateFound
                || event instanceof InstanceVolumeLinked
                || event instanceof InstanceVolumeUnlinked
                || event instanceof InstanceVolumeDoomed;
    }

    private static boolean changesWhatIsWanted(InstanceEvent event) {
        return event instanceof InstanceStarting
                || event instanceof InstanceStopping
                || event instanceof InstanceErrored
                || event instanceof InstanceLost;
    }

    @Override
    public String resourceId() {
        return plan == null ? "" : plan.instanceId();
    }

    @Override
    public long revision() {
        return plan == null ? 0 : plan.revision();
    }

    @Override
    public @Nullable InstancePlan plan() {
        return plan;
    }
}
