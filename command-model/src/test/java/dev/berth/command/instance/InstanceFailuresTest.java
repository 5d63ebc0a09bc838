package dev.berth.command.instance;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.IMAGE;
import static dev.berth.command.Given.LARGE;
import static dev.berth.command.Given.NODE;
import static dev.berth.command.Given.POOL;
import static dev.berth.command.Given.SMALL;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;
import static dev.berth.command.instance.Stories.ID;
import static dev.berth.command.instance.Stories.created;
import static dev.berth.command.instance.Stories.deleting;
import static dev.berth.command.instance.Stories.running;
import static dev.berth.command.instance.Stories.scheduled;
import static dev.berth.command.instance.Stories.stopped;
import static dev.berth.command.instance.Stories.stopping;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.ErrorCode;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InitialState;
import dev.berth.api.instance.InstanceEvent.InstanceErrored;
import dev.berth.api.instance.InstanceEvent.InstanceStarting;
import dev.berth.api.instance.InstanceEvent.InstanceStepFailed;
import dev.berth.api.instance.InstanceEvent.InstanceStepUnanswered;
import dev.berth.api.instance.InstanceEvent.InstanceUnschedulable;
import dev.berth.api.instance.InstanceObservation.PlaceInstance;
import dev.berth.api.instance.InstanceObservation.Result;
import dev.berth.api.instance.InstanceObservation.Seen;
import dev.berth.api.instance.InstanceObservation.StepEnded;
import dev.berth.api.instance.Operation;
import dev.berth.api.instance.ResizeInstance;
import dev.berth.api.instance.StartInstance;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.NodeEvent.NodeAllocated;
import dev.berth.api.node.NodeEvent.NodeCordoned;
import dev.berth.api.node.NodeEvent.NodeRemoved;
import dev.berth.api.node.UncordonNode;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Given;
import dev.berth.command.Scenario;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Failures in a row, waiting for room, and refused resizes. */
class InstanceFailuresTest {
    private static final DesiredState RUN = DesiredState.RUNNING;

    private static StepEnded ended(Operation operation, long basedOn, long fence, String reason) {
        return new StepEnded(ID, operation, basedOn, fence, new Result.Failed(reason, null, false));
    }

    @Test
    void whatFailedSinceItsMachineIsGoneIsMadeAnewAtItsNextStart() {
        given(all(Stories.everything(), created(RUN), scheduled(), running(), stopping()))
                .when(new StepEnded(ID, Operation.STOP, 4, 9, new Result.Failed("NoMachine", "It is gone.", true)))
                .seen()
                .then(new InstanceErrored(ID, ACME, Operation.STOP, "NoMachine", "It is gone.", 9))
                .when(new StartInstance(ACME, ID))
                .as(admin(ACME))
                .then(new InstanceStarting(ID, ACME, true, true));
    }

    @Test
    void theFifthFailureInARowIsAnError() {
        Scenario scenario = given(all(Stories.everything(), created(RUN), scheduled()));
        for (int attempt = 1; attempt < 5; attempt++) {
            scenario.when(ended(Operation.PROVISION, 2, attempt, "HostFailed"))
                    .seen()
                    .then(new InstanceStepFailed(
                            ID, ACME, Operation.PROVISION, "HostFailed", "The host refused it.", attempt, attempt));
        }
        scenario.when(ended(Operation.PROVISION, 2, 5, "HostFailed"))
                .seen()
                .then(new InstanceErrored(ID, ACME, Operation.PROVISION, "HostFailed", "The host refused it.", 5))
                .when(ended(Operation.PROVISION, 2, 6, "HostFailed"))
                .seen()
                .unchanged()
                .when(new StartInstance(ACME, ID))
                .as(admin(ACME))
                .thenHappened("instance.starting")
                .when(ended(Operation.PROVISION, 2, 7, "HostFailed"))
                .seen()
                .unchanged()
                .when(ended(Operation.PROVISION, 8, 8, "HostFailed"))
                .seen()
                .then(new InstanceStepFailed(
                        ID, ACME, Operation.PROVISION, "HostFailed", "The host refused it.", 1, 8));
    }

    @Test
    void whatIsNotAnsweredIsToldOnceAndNeitherCountsAsAFailureNorBreaksTheRow() {
        Result silence = new Result.Unknown("NoAnswer", "Not in time.");
        InstanceStepUnanswered told =
                new InstanceStepUnanswered(ID, ACME, Operation.PROVISION, "NoAnswer", "Not in time.", 5);
        Scenario scenario = given(all(Stories.everything(), created(RUN), scheduled()));
        for (int attempt = 1; attempt < 5; attempt++) {
            scenario.when(ended(Operation.PROVISION, 2, attempt, "HostFailed"))
                    .seen()
                    .thenHappened("instance.stepFailed");
        }
        scenario.when(new StepEnded(ID, Operation.PROVISION, 2, 5, silence))
                .seen()
                .then(told);
        for (int fence = 6; fence < 20; fence++) {
            scenario.when(new StepEnded(ID, Operation.PROVISION, 2, fence, silence))
                    .seen()
                    .unchanged();
        }
        scenario.when(ended(Operation.PROVISION, 2, 20, "HostFailed")).seen().thenHappened("instance.error");
    }

    @Test
    void aSuccessInBetweenBeginsTheCountAnew() {
        Scenario scenario = given(all(Stories.everything(), created(RUN), scheduled()));
        for (int attempt = 1; attempt < 5; attempt++) {
            scenario.when(ended(Operation.START, 2, attempt, "HostFailed"))
                    .seen()
                    .thenHappened("instance.stepFailed");
        }
        scenario.when(new StepEnded(ID, Operation.START, 2, 5, new Result.Succeeded(Seen.RUNNING)))
                .seen()
                .thenHappened("instance.running")
                .when(ended(Operation.STOP, 7, 6, "HostFailed"))
                .seen()
                .thenHappened("instance.stepFailed");
    }

    @Test
    void aDestroyFailsForEverAndTellsOnlyOfNewReasons() {
        Scenario scenario = given(all(Stories.everything(), created(RUN), scheduled(), running(), deleting()));
        scenario.when(ended(Operation.DESTROY, 4, 2, "HostFailed")).seen().thenHappened("instance.stepFailed");
        for (int fence = 3; fence < 12; fence++) {
            scenario.when(ended(Operation.DESTROY, 4, fence, "HostFailed"))
                    .seen()
                    .unchanged();
        }
        scenario.when(ended(Operation.DESTROY, 4, 12, "Refused"))
                .seen()
                .thenHappened("instance.stepFailed")
                .when(new StepEnded(ID, Operation.DESTROY, 4, 13, new Result.Succeeded(Seen.ABSENT)))
                .seen()
                .thenHappened("instance.deleted", "quota.refunded", "addressRange.released", "node.released")
                .when(new StepEnded(ID, Operation.DESTROY, 4, 14, new Result.Succeeded(Seen.ABSENT)))
                .seen()
                .unchanged();
    }

    @Test
    void aMachineStoppedAndWantedAgainIsSeenOnceMoreSoThatNothingIsLeftToDo() {
        given(all(Stories.everything(), created(RUN), scheduled(), running(), stopping(), Stories.starting()))
                .when(new StepEnded(ID, Operation.START, 5, 2, new Result.Succeeded(Seen.RUNNING)))
                .seen()
                .thenHappened("instance.running")
                .when(new StepEnded(ID, Operation.START, 6, 3, new Result.Succeeded(Seen.RUNNING)))
                .seen()
                .unchanged();
    }

    private static CreateInstance create(String flavor, String key) {
        return new CreateInstance(ACME, POOL, null, flavor, IMAGE, List.of(), null, InitialState.RUNNING, key, null);
    }

    @Test
    void anInstanceWithoutRoomWaitsAndANewOneDoesNotOvertakeIt() {
        Scenario scenario = given(Given.everything()).and(new NodeCordoned(NODE, ACME, POOL));
        Scenario.Answer first = scenario.when(create(LARGE, "first")).as(admin(ACME));
        first.thenHappened("instance.created", "quota.charged", "addressRange.leased", "instance.unschedulable");
        assertThat(first.happened().getLast())
                .isInstanceOfSatisfying(
                        InstanceUnschedulable.class,
                        it -> assertThat(it.reason()).isEqualTo("NoNode"));
        String waiting = first.happened().getFirst().streamId();
        Scenario.Answer second = scenario.when(new UncordonNode(ACME, NODE))
                .as(admin(ACME))
                .scenario()
                .when(create(SMALL, "second"))
                .as(admin(ACME));
        assertThat(second.happened().getLast())
                .isInstanceOfSatisfying(
                        InstanceUnschedulable.class,
                        it -> assertThat(it.reason()).isEqualTo("Queued"));
        scenario.when(new PlaceInstance(waiting))
                .seen()
                .thenHappened("instance.scheduled", "node.allocated")
                .when(new PlaceInstance(waiting))
                .seen()
                .unchanged()
                .when(new PlaceInstance(second.happened().getFirst().streamId()))
                .seen()
                .thenHappened("instance.scheduled", "node.allocated");
    }

    @Test
    void aHostThatTurnsOutFullIsNotTried() {
        String another = Given.id("node", 2);
        Scenario scenario = given(all(Given.everything(), Given.node(another, POOL, ACME, new Capacity(8, 16, 80, 0))));
        // The stream is ahead of what placement sees: as if another create had just taken the room.
        scenario.behindThePlacersBack(new NodeAllocated(NODE, ACME, POOL, "inst_x", Given.filling(8)))
                .when(create(SMALL, "k"))
                .as(admin(ACME))
                .thenHappened(
                        "instance.created",
                        "quota.charged",
                        "addressRange.leased",
                        "instance.scheduled",
                        "node.allocated");
        assertThat(scenario.events().getLast())
                .isInstanceOfSatisfying(
                        NodeAllocated.class, it -> assertThat(it.nodeId()).isEqualTo(another));
    }

    @Test
    void withoutAnAddressNothingIsLeftBehind() {
        given(all(Stories.everything(), created(RUN)))
                .and(Given.leasesOfAll("10.0.0.11", "10.0.0.200"))
                .when(create(SMALL, "k"))
                .as(admin(ACME))
                .refused(ErrorCode.CAPACITY_UNAVAILABLE, Map.of("resource", "address"));
    }

    @Test
    void withoutImagesHostedPoolsAdmitNothing() {
        Scenario.withoutImages(Given.everything())
                .when(create(SMALL, "k"))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_CONFIG, Map.of("setting", "berth.vps.images"));
    }

    @Test
    void aRefusedResizeLeavesEverythingAsItWas() {
        List<dev.berth.api.DomainEvent> aStoppedOne =
                all(Given.everything(), created(DesiredState.STOPPED), scheduled(), stopped());
        given(aStoppedOne)
                .and(Given.quota(ACME, POOL, new Quotas(1, 200, 0, 1000)))
                .when(new ResizeInstance(ACME, ID, LARGE))
                .as(admin(ACME))
                .refused(ErrorCode.QUOTA_EXCEEDED, Map.of("resource", "vcpu", "max", 1L, "used", 1L, "requested", 1L))
                .when(new ResizeInstance(ACME, ID, "none"))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-flavor/none"));
        given(aStoppedOne)
                .and(new NodeAllocated(NODE, ACME, POOL, "inst_x", Given.filling(7)))
                .when(new ResizeInstance(ACME, ID, LARGE))
                .as(admin(ACME))
                .refused(ErrorCode.CAPACITY_UNAVAILABLE, Map.of("resource", "vcpu"));
        given(aStoppedOne)
                .and(new NodeRemoved(NODE, ACME, POOL, true))
                .when(new ResizeInstance(ACME, ID, LARGE))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "stopped", "desiredState", "stopped"));
        given(aStoppedOne)
                .and(Given.flavor(POOL, ACME, "gpu", new dev.berth.api.instance.MachineShape(1, 2, 10, 1)))
                .when(new ResizeInstance(ACME, ID, "gpu"))
                .as(admin(ACME))
                .refused(ErrorCode.UNSUPPORTED, Map.of("reason", "gpus"));
    }

    @Test
    void aShrinkingResizeGivesBack() {
        given(all(Given.everything(), created(DesiredState.STOPPED), scheduled(), stopped()))
                .and(Given.flavor(POOL, ACME, "tiny", new dev.berth.api.instance.MachineShape(1, 1, 5, 0)))
                .when(new ResizeInstance(ACME, ID, "tiny"))
                .as(admin(ACME))
                .thenHappened("instance.resized", "quota.refunded", "node.reallocated");
    }
}
