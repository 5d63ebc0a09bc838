package dev.berth.sagas.instance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.sagas.Step;
import dev.berth.sagas.StepQueue;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.test.saga.FixtureExecutionResult;
import org.axonframework.test.saga.SagaTestFixture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InstanceSagaTest {
    /** Keeps what it was told, in order. */
    private static final class Told implements StepQueue {
        final List<String> lines = new ArrayList<>();

        @Override
        public void want(Step step) {
            lines.add("want " + step.operation() + " on " + step.host() + " by " + step.wanted());
        }

        @Override
        public void recheck(String resourceId, long revision) {
            lines.add("recheck by " + revision);
        }
    }

    private final Told told = new Told();
    private SagaTestFixture<InstanceSaga> fixture;

    @BeforeEach
    void fixture() {
        fixture = new SagaTestFixture<>(InstanceSaga.class);
        fixture.registerResource(told);
    }

    private FixtureExecutionResult after(String story, String last) {
        fixture.givenAggregate(Events.ID).published(Events.story(story).toArray());
        told.lines.clear();
        return fixture.whenAggregate(Events.ID).publishes(Events.named(last));
    }

    @Test
    void aNewInstanceHasNothingToDoUntilItIsPlaced() {
        fixture.givenNoPriorActivity()
                .whenAggregate(Events.ID)
                .publishes(Events.named("created"))
                .expectActiveSagas(1)
                .expectAssociationWith("instanceId", Events.ID)
                .expectNoDispatchedCommands();
        assertThat(told.lines).isEmpty();
    }

    @Test
    void onceItIsPlacedItIsProvisioned() {
        after("created", "scheduled").expectActiveSagas(1);
        assertThat(told.lines).containsExactly("want provision on node_1 by 2");
    }

    @Test
    void onceItRunsNothingIsWanted() {
        after("created scheduled", "running").expectActiveSagas(1);
        assertThat(told.lines).isEmpty();
    }

    @Test
    void whatIsSeenOtherwiseThanWantedIsPutRight() {
        after("created scheduled running", "stopped");
        assertThat(told.lines).containsExactly("want start on node_1 by 4");
    }

    @Test
    void aFailedStepIsLeftToTheRunnerThatPauses() {
        after("created scheduled", "failed");
        assertThat(told.lines).isEmpty();
    }

    @Test
    void soIsOneOfWhoseEndNothingIsKnown() {
        after("created scheduled", "unanswered");
        assertThat(told.lines).isEmpty();
    }

    @Test
    void anErrorLetsAnEntryThatIsLeftBeLookedAtAgain() {
        after("created scheduled", "error");
        assertThat(told.lines).containsExactly("recheck by 3");
    }

    @Test
    void aLostOneIsLeftAloneUntilItIsStarted() {
        after("created scheduled running", "lost");
        assertThat(told.lines).containsExactly("recheck by 4");
        fixture.whenAggregate(Events.ID).publishes(Events.named("recreating"));
        assertThat(told.lines).containsExactly("recheck by 4", "want provision on node_1 by 5");
    }

    @Test
    void whatIsStartedWhileItIsBeingStoppedIsStartedAfterIt() {
        after("created scheduled running stopping", "starting");
        assertThat(told.lines).containsExactly("want start on node_1 by 5");
    }

    @Test
    void deletingDestroysOnTheHostOrNowhere() {
        after("created scheduled running", "deleting");
        assertThat(told.lines).containsExactly("want destroy on node_1 by 4");
    }

    @Test
    void deletingWhatHasNoHostAsksNobody() {
        after("created", "deleting");
        assertThat(told.lines).containsExactly("want destroy on null by 2");
    }

    @Test
    void deletedEndsIt() {
        after("created scheduled running deleting", "deleted").expectActiveSagas(0);
        assertThat(told.lines).isEmpty();
    }

    @Test
    void anEventThatItHasSeenChangesNothing() {
        InstanceSaga saga = new InstanceSaga();
        saga.on(Events.named("created"), 0, told);
        saga.on(Events.named("scheduled"), 1, told);
        InstancePlan before = saga.plan();
        saga.on(Events.named("scheduled"), 1, told);
        assertThat(saga.plan()).isEqualTo(before);
        assertThat(told.lines).containsExactly("want provision on node_1 by 2");
    }
}
