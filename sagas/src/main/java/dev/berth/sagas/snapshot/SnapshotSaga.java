package dev.berth.sagas.snapshot;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.berth.api.Stored;
import dev.berth.api.snapshot.SnapshotEvent;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreated;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotDeleted;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotDeleting;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotErrored;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotReady;
import dev.berth.sagas.ResourceSaga;
import dev.berth.sagas.StepQueue;
import org.axonframework.eventhandling.SequenceNumber;
import org.axonframework.modelling.saga.EndSaga;
import org.axonframework.modelling.saga.SagaEventHandler;
import org.axonframework.modelling.saga.StartSaga;
import org.jspecify.annotations.Nullable;

/**
 * Reconciliation of one snapshot: names the next step.
 *
 * <p>Owns: the plan, and that a step which it calls for is in the queue.<br>
 * Does not own: how a step is done, when it is tried again, whether its outcome counts.<br>
 * Invariants: its state is a fold of the stream and nothing else; an event that it has seen changes nothing; every change
 * of what is wanted reaches the queue in the transaction of its own progress.<br>
 * On failure: it is set aside and built again from the stream, others go on.
 */
@Stored(name = "saga.snapshot")
@JsonAutoDetect(
        fieldVisibility = Visibility.ANY,
        getterVisibility = Visibility.NONE,
        isGetterVisibility = Visibility.NONE)
public class SnapshotSaga implements ResourceSaga {
    private @Nullable SnapshotPlan plan;

    /** One that has seen nothing. */
    public SnapshotSaga() {}

    /** One that has seen what the plan has. */
    public SnapshotSaga(SnapshotPlan plan) {
        this.plan = plan;
    }

    /** Any event starts it, so that one whose saga is missing is noticed rather than passed over. */
    @StartSaga
    @SagaEventHandler(associationProperty = "snapshotId")
    public void on(SnapshotEvent event, @SequenceNumber long sequence, StepQueue queue) {
        long revision = sequence + 1;
        if (revision > revision()) {
            SnapshotPlan next = SnapshotPlan.after(plan, event, revision);
            plan = next;
            if (changesWhatIsNext(event)) {
                next.step().ifPresentOrElse(queue::want, () -> queue.recheck(next.snapshotId(), revision));
            }
        }
    }

    /** The end. */
    @EndSaga
    @SagaEventHandler(associationProperty = "snapshotId")
    public void on(SnapshotDeleted event, @SequenceNumber long sequence, StepQueue queue) {
        on((SnapshotEvent) event, sequence, queue);
    }

    private static boolean changesWhatIsNext(SnapshotEvent event) {
        return event instanceof SnapshotCreated
                || event instanceof SnapshotReady
                || event instanceof SnapshotErrored
                || event instanceof SnapshotDeleting
                || event instanceof SnapshotDeleted;
    }

    @Override
    public String resourceId() {
        return plan == null ? "" : plan.snapshotId();
    }

    @Override
    public long revision() {
        return plan == null ? 0 : plan.revision();
    }

    @Override
    public @Nullable SnapshotPlan plan() {
        return plan;
    }
}
