package dev.berth.sagas.network;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.berth.api.Stored;
import dev.berth.api.network.NetworkEvent;
import dev.berth.api.network.NetworkEvent.NetworkCreated;
import dev.berth.api.network.NetworkEvent.NetworkDeleted;
import dev.berth.api.network.NetworkEvent.NetworkDeleting;
import dev.berth.api.network.NetworkEvent.NetworkErrored;
import dev.berth.api.network.NetworkEvent.SubnetDeleted;
import dev.berth.api.network.NetworkEvent.SubnetReady;
import dev.berth.sagas.ResourceSaga;
import dev.berth.sagas.StepQueue;
import org.axonframework.eventhandling.SequenceNumber;
import org.axonframework.modelling.saga.EndSaga;
import org.axonframework.modelling.saga.SagaEventHandler;
import org.axonframework.modelling.saga.StartSaga;
import org.jspecify.annotations.Nullable;

/**
 * Reconciliation of one network with its subnets: names the next step.
 *
 * <p>Owns: the plan, and that a step which it calls for is in the queue.<br>
 * Does not own: how a step is done, when it is tried again, whether its outcome counts.<br>
 * Invariants: its state is a fold of the stream and nothing else; an event that it has seen changes nothing; every change
 * of what is wanted reaches the queue in the transaction of its own progress.<br>
 * On failure: it is set aside and built again from the stream, others go on.
 */
@Stored(name = "saga.network")
@JsonAutoDetect(
        fieldVisibility = Visibility.ANY,
        getterVisibility = Visibility.NONE,
        isGetterVisibility = Visibility.NONE)
public class NetworkSaga implements ResourceSaga {
    private @Nullable NetworkPlan plan;

    /** One that has seen nothing. */
    public NetworkSaga() {}

    /** One that has seen what the plan has. */
    public NetworkSaga(NetworkPlan plan) {
        this.plan = plan;
    }

    /** Any event starts it, so that one whose saga is missing is noticed rather than passed over. */
    @StartSaga
    @SagaEventHandler(associationProperty = "networkId")
    public void on(NetworkEvent event, @SequenceNumber long sequence, StepQueue queue) {
        long revision = sequence + 1;
        if (revision > revision()) {
            NetworkPlan next = NetworkPlan.after(plan, event, revision);
            plan = next;
            if (changesWhatIsNext(event)) {
                next.step().ifPresentOrElse(queue::want, () -> queue.recheck(next.networkId(), revision));
            }
        }
    }

    /** The end. */
    @EndSaga
    @SagaEventHandler(associationProperty = "networkId")
    public void on(NetworkDeleted event, @SequenceNumber long sequence, StepQueue queue) {
        on((NetworkEvent) event, sequence, queue);
    }

    private static boolean changesWhatIsNext(NetworkEvent event) {
        return event instanceof NetworkCreated
                || event instanceof SubnetReady
                || event instanceof NetworkErrored
                || event instanceof NetworkDeleting
                || event instanceof SubnetDeleted
                || event instanceof NetworkDeleted;
    }

    @Override
    public String resourceId() {
        return plan == null ? "" : plan.networkId();
    }

    @Override
    public long revision() {
        return plan == null ? 0 : plan.revision();
    }

    @Override
    public @Nullable NetworkPlan plan() {
        return plan;
    }
}
