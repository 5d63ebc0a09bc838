package dev.berth.query.instance;

import static dev.berth.query.Events.LARGE;
import static dev.berth.query.Events.SMALL;
import static dev.berth.query.Events.created;
import static dev.berth.query.Events.deleted;
import static dev.berth.query.Events.deleting;
import static dev.berth.query.Events.running;
import static dev.berth.query.Events.scheduled;
import static dev.berth.query.Events.stopped;
import static dev.berth.query.Given.at;
import static dev.berth.query.Given.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.api.DomainEvent;
import dev.berth.api.instance.Address;
import dev.berth.api.instance.Condition;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceLost;
import dev.berth.api.instance.InstanceEvent.InstanceResized;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.InstanceEvent.InstanceStepUnanswered;
import dev.berth.api.instance.InstanceEvent.InstanceStopping;
import dev.berth.api.instance.InstanceEvent.InstanceUnschedulable;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.instance.Operation;
import org.junit.jupiter.api.Test;

class InstanceFoldTest {
    private static final InstanceStarting STARTING = new InstanceStarting("inst_1", "acme", false, true);
    private static final InstanceStopping STOPPING = new InstanceStopping("inst_1", "acme");
    private static final InstanceErrored ERRORED =
            new InstanceErrored("inst_1", "acme", Operation.START, "Refused", "The host refused.", 1);
    private static final InstanceLost LOST =
            new InstanceLost("inst_1", "acme", "MachineGone", "The host has no such machine.", false);

    private static InstanceView after(DomainEvent... events) {
        return given().event(created("inst_1")).events(events).foldedBy(InstanceTable.TABLE);
    }

    private static InstanceStepFailed failed(int attempt) {
        return new InstanceStepFailed("inst_1", "acme", Operation.PROVISION, "Timeout", "No answer.", attempt, 1);
    }

    @Test
    void createdIsScheduling() {
        InstanceView view = after();
        assertThat(view.state()).isEqualTo(InstanceState.SCHEDULING);
        assertThat(view.desiredState()).isEqualTo(DesiredState.RUNNING);
        assertThat(view.revision()).isEqualTo(1);
        assertThat(view.createdAt()).isEqualTo(at(0)).isEqualTo(view.updatedAt());
        assertThat(view.addresses()).containsExactly(new Address("10.0.0.5", Address.Kind.PRIVATE));
        assertThat(view.nodeId()).isNull();
        assertThat(view.conditions()).isEmpty();
        assertThat(view.vcpu()).isEqualTo(SMALL.vcpu());
    }

    @Test
    void unschedulableHoldsUntilThereIsAHost() {
        InstanceUnschedulable waiting =
                new InstanceUnschedulable("inst_1", "acme", "memoryGiB", "No host has 2 GiB of memory.");
        InstanceView view = after(waiting, waiting);
        assertThat(view.state()).isEqualTo(InstanceState.SCHEDULING);
        assertThat(view.conditions())
                .containsExactly(
                        new Condition(Condition.UNSCHEDULABLE, "memoryGiB", "No host has 2 GiB of memory.", at(1)));

        InstanceView placed = after(waiting, waiting, scheduled("inst_1"));
        assertThat(placed.state()).isEqualTo(InstanceState.PROVISIONING);
        assertThat(placed.nodeId()).isEqualTo("node_1");
        assertThat(placed.conditions()).isEmpty();
        assertThat(placed.revision()).isEqualTo(4);
        assertThat(placed.updatedAt()).isEqualTo(at(3));
    }

    @Test
    void retryingHoldsUntilItSucceeds() {
        InstanceView view = after(scheduled("inst_1"), failed(1), failed(2));
        assertThat(view.state()).isEqualTo(InstanceState.PROVISIONING);
        assertThat(view.conditions())
                .containsExactly(new Condition(Condition.RETRYING, "Timeout", "No answer.", at(2)));
        assertThat(after(scheduled("inst_1"), failed(1), running("inst_1")).conditions())
                .isEmpty();
    }

    @Test
    void whatIsNotAnsweredIsRetriedSinceThenAndUntilItIsKnown() {
        InstanceStepUnanswered silent =
                new InstanceStepUnanswered("inst_1", "acme", Operation.PROVISION, "NoAnswer", "Not in time.", 2);
        assertThat(after(scheduled("inst_1"), failed(1), silent).conditions())
                .containsExactly(new Condition(Condition.RETRYING, "NoAnswer", "Not in time.", at(3)));
        assertThat(after(scheduled("inst_1"), silent, running("inst_1")).conditions())
                .isEmpty();
    }

    @Test
    void failedHoldsUntilItIsStarted() {
        InstanceView view = after(scheduled("inst_1"), failed(1), ERRORED);
        assertThat(view.state()).isEqualTo(InstanceState.ERROR);
        assertThat(view.nodeId()).isEqualTo("node_1");
        assertThat(view.conditions()).extracting(Condition::type).containsExactly(Condition.FAILED);

        InstanceView again = after(scheduled("inst_1"), failed(1), ERRORED, STARTING);
        assertThat(again.state()).isEqualTo(InstanceState.STARTING);
        assertThat(again.conditions()).isEmpty();
    }

    @Test
    void startAndStopChangeWhatIsWantedAndOnlySometimesTheState() {
        assertThat(after(scheduled("inst_1"), running("inst_1"), STOPPING))
                .extracting(InstanceView::state, InstanceView::desiredState)
                .containsExactly(InstanceState.RUNNING, DesiredState.STOPPED);
        assertThat(after(scheduled("inst_1"), running("inst_1"), STOPPING, stopped("inst_1"), STARTING))
                .extracting(InstanceView::state, InstanceView::desiredState)
                .containsExactly(InstanceState.STARTING, DesiredState.RUNNING);
        assertThat(after(scheduled("inst_1"), STOPPING, STARTING))
                .extracting(InstanceView::state, InstanceView::desiredState)
                .containsExactly(InstanceState.PROVISIONING, DesiredState.RUNNING);
    }

    @Test
    void lostAndFoundAgain() {
        InstanceView lost = after(scheduled("inst_1"), running("inst_1"), LOST);
        assertThat(lost.state()).isEqualTo(InstanceState.LOST);
        assertThat(lost.nodeId()).isEqualTo("node_1");
        assertThat(lost.conditions()).extracting(Condition::reason).containsExactly("MachineGone");
        assertThat(after(scheduled("inst_1"), running("inst_1"), LOST, running("inst_1"))
                        .conditions())
                .isEmpty();
    }

    @Test
    void aMachineMadeAnewSaysSoUntilItIsStoppedOrStarted() {
        InstanceStarting anew = new InstanceStarting("inst_1", "acme", true, true);
        InstanceView running = after(scheduled("inst_1"), running("inst_1"), LOST, anew, running("inst_1"));
        assertThat(running.state()).isEqualTo(InstanceState.RUNNING);
        assertThat(running.conditions()).extracting(Condition::type).containsExactly(Condition.RECREATED);
        assertThat(after(scheduled("inst_1"), running("inst_1"), LOST, anew, running("inst_1"), STOPPING)
                        .conditions())
                .isEmpty();
    }

    @Test
    void aGoneHostIsHeldNoMoreAndAStartLooksForAnother() {
        InstanceLost gone = new InstanceLost("inst_1", "acme", "HostGone", "The host was removed.", true);
        assertThat(after(scheduled("inst_1"), running("inst_1"), gone).nodeId()).isNull();
        InstanceView again = after(
                scheduled("inst_1"), running("inst_1"), gone, new InstanceStarting("inst_1", "acme", true, false));
        assertThat(again.state()).isEqualTo(InstanceState.SCHEDULING);
        assertThat(again.nodeId()).isNull();
    }

    @Test
    void resizedHasAnotherShape() {
        InstanceView view = after(
                scheduled("inst_1"),
                stopped("inst_1"),
                new InstanceResized("inst_1", "acme", "small", SMALL, "large", LARGE));
        assertThat(view.flavor()).isEqualTo("large");
        assertThat(view.memoryGiB()).isEqualTo(LARGE.memoryGiB());
        assertThat(view.state()).isEqualTo(InstanceState.STOPPED);
    }

    @Test
    void deletedShowsWhatItLastHad() {
        InstanceView view = after(scheduled("inst_1"), running("inst_1"), deleting("inst_1"), deleted("inst_1"));
        assertThat(view.state()).isEqualTo(InstanceState.DELETED);
        assertThat(view.desiredState()).isEqualTo(DesiredState.DELETED);
        assertThat(view.deletedAt()).isEqualTo(at(4));
        assertThat(view.nodeId()).isEqualTo("node_1");
        assertThat(view.addresses()).hasSize(1);
    }

    @Test
    void inBetweenIsWhateverSomethingIsToBeDoneFor() {
        assertThat(InstanceFold.inBetween(after())).isTrue();
        assertThat(InstanceFold.inBetween(after(scheduled("inst_1")))).isTrue();
        assertThat(InstanceFold.inBetween(after(scheduled("inst_1"), running("inst_1"))))
                .isFalse();
        assertThat(InstanceFold.inBetween(after(scheduled("inst_1"), running("inst_1"), STOPPING)))
                .isTrue();
        assertThat(InstanceFold.inBetween(after(scheduled("inst_1"), ERRORED))).isFalse();
        assertThat(InstanceFold.inBetween(after(deleting("inst_1")))).isTrue();
        assertThat(InstanceFold.inBetween(after(deleting("inst_1"), deleted("inst_1"))))
                .isFalse();
    }

    @Test
    void nothingComesBeforeTheCreation() {
        assertThatThrownBy(() -> given().event(running("inst_1")).foldedBy(InstanceTable.TABLE))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("can't be the first event of inst_1");
    }
}
