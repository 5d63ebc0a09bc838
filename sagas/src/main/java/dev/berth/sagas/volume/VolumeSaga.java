package dev.berth.sagas.volume;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.berth.api.Stored;
import dev.berth.api.volume.VolumeEvent;
import dev.berth.api.volume.VolumeEvent.VolumeAttachmentStepFailed;
import dev.berth.api.volume.VolumeEvent.VolumeCreateBegun;
import dev.berth.api.volume.VolumeEvent.VolumeDeleted;
import dev.berth.api.volume.VolumeEvent.VolumeDuplicateFound;
import dev.berth.api.volume.VolumeEvent.VolumeSnapshotAdded;
import dev.berth.api.volume.VolumeEvent.VolumeSnapshotRemoved;
import dev.berth.api.volume.VolumeEvent.VolumeStepFailed;
import dev.berth.sagas.ResourceSaga;
import dev.berth.sagas.StepQueue;
import org.axonframework.eventhandling.SequenceNumber;
import org.axonframework.modelling.saga.EndSaga;
import org.axonframework.modelling.saga.SagaEventHandler;
import org.axonframework.modelling.saga.StartSaga;
import org.jspecify.annotations.Nullable;

/**
 * Reconciliation of one volume with its attachments: names the next step.
 *
 * <p>Owns: the plan, and that a step which it calls for is in the queue.<br>
 * Does not own: how a step is done, when it is tried again, whether its outcome counts.<br>
 * Invariants: its state is a fold of the stream and nothing else; an event that it has seen changes nothing; every change
 * of what is wanted reaches the queue in the transaction of its own progress.<br>
 * On failure: it is set aside and built again from the stream, others go on.
 */
@Stored(name = "saga.volume")
@JsonAutoDetect(
        fieldVisibility = Visibility.ANY,
        getterVisibility = Visibility.NONE,
        isGetterVisibility = Visibility.NONE)
public class VolumeSaga implements ResourceSaga {
    private @Nullable VolumePlan plan;

    /** One that has seen nothing. */
    public VolumeSaga() {}

    /** One that has seen what the plan has. */
    public VolumeSaga(VolumePlan plan) {
        this.plan = plan;
    }

    /** Any event starts it, so that one whose saga is missing is noticed rather than passed over. */
    @StartSaga
    @SagaEventHandler(associationProperty = "volumeId")
    public void on(VolumeEvent event, @SequenceNumber long sequence, StepQueue queue) {
        long revision = sequence + 1;
        if (revision > revision()) {
            VolumePlan next = VolumePlan.after(plan, event, revision);
            plan = next;
            if (changesWhatIsNext(event)) {
                next.step().ifPresentOrElse(queue::want, () -> queue.recheck(next.volumeId(), revision));
            }
        }
    }

    /** The end. */
    @EndSaga
    @SagaEventHandler(associationProperty = "volumeId")
    public void on(VolumeDeleted event, @SequenceNumber long sequence, StepQueue queue) {
        on((VolumeEvent) event, sequence, queue);
    }

    /** Where it does not, the runner that made the event has the entry: to want it now would undo its pause. */
    private static boolean changesWhatIsNext(VolumeEvent event) {
        return !(event instanceof VolumeCreateBegun
                || event instanceof VolumeStepFailed
                || event instanceof VolumeAttachmentStepFailed
                || event instanceof VolumeDuplicateFound
                || event instanceof VolumeSnapshotAdded
                || event instanceof VolumeSnapshotRemoved);
    }

    @Override
    public String resourceId() {
        return plan == null ? "" : plan.volumeId();
    }

    @Override
    public long revision() {
        return plan == null ? 0 : plan.revision();
    }

    @Override
    public @Nullable VolumePlan plan() {
        return plan;
    }
}
