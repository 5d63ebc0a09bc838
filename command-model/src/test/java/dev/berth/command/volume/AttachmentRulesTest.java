package dev.berth.command.volume;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.id;
import static dev.berth.command.Provided.ANOTHER;
import static dev.berth.command.Provided.HERE;
import static dev.berth.command.Provided.INSTANCE;
import static dev.berth.command.Provided.NETWORK;
import static dev.berth.command.Provided.THERE;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;
import static dev.berth.command.volume.VolumeStories.ID;
import static dev.berth.command.volume.VolumeStories.attached;
import static dev.berth.command.volume.VolumeStories.attaching;
import static dev.berth.command.volume.VolumeStories.begun;
import static dev.berth.command.volume.VolumeStories.created;
import static dev.berth.command.volume.VolumeStories.ready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.instance.DeleteInstance;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceObservation.ProviderResult;
import dev.berth.api.instance.InstanceObservation.ProviderStepEnded;
import dev.berth.api.instance.Operation;
import dev.berth.api.quota.Quotas;
import dev.berth.api.volume.AttachVolume;
import dev.berth.api.volume.AttachmentOperation;
import dev.berth.api.volume.DetachVolume;
import dev.berth.api.volume.ResizeVolume;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeObservation.AttachmentResult;
import dev.berth.api.volume.VolumeObservation.AttachmentStepEnded;
import dev.berth.api.volume.VolumeObservation.Result;
import dev.berth.api.volume.VolumeObservation.VolumeStepEnded;
import dev.berth.api.volume.VolumeOperation;
import dev.berth.command.Given;
import dev.berth.command.Provided;
import dev.berth.command.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What may be attached to what, and what comes first where two want different things. */
class AttachmentRulesTest {
    private static final List<DomainEvent> A_DISK = all(Provided.everything(), created(), begun(), ready());
    private static final List<DomainEvent> A_SHARE =
            all(Provided.everything(), created(VolumeKind.SHARED, false), begun(), ready());

    private static Scenario.Answer attach(List<DomainEvent> story, String instanceId) {
        return given(story).when(new AttachVolume(ACME, ID, instanceId)).as(admin(ACME));
    }

    @Test
    void anInstanceOfAnotherPlaceIsRefused() {
        String there = id("inst", 3);
        attach(all(A_DISK, Provided.running(there, THERE, NETWORK)), there).refusedFields("instanceId");
        attach(all(A_SHARE, Provided.running(there, HERE, null)), there).refusedFields("instanceId");
        attach(all(A_DISK, Provided.running(there, HERE, null)), there)
                .thenHappened("providerVolume.attaching", "instance.volumeLinked");
    }

    @Test
    void anInstanceThatIsNotThereIsNotFound() {
        String unknown = id("inst", 9);
        attach(A_DISK, unknown).refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-instance/" + unknown));
        given(A_DISK)
                .when(new AttachVolume(OTHER, ID, INSTANCE))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-provider-volume/" + ID));
    }

    @Test
    void anInstanceThatIsBeingDeletedTakesNothing() {
        attach(all(A_DISK, List.of(new InstanceDeleting(INSTANCE, ACME, "ann"))), INSTANCE)
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "deleting", "desiredState", "deleted"));
    }

    @Test
    void aDiskOnAnotherInstanceNamesThatOne() {
        attach(all(A_DISK, attaching(), attached()), ANOTHER)
                .refused(ErrorCode.CONFLICT, Map.of("instanceId", INSTANCE));
    }

    @Test
    void anAttachIsDecidedOnBothAndADetachOnTheVolume() {
        List<String> asked = new ArrayList<>();
        Scenario scenario = given(A_DISK).decidedBy(request -> {
            asked.add(request.action() + "@" + request.resource().path());
            return new AccessDecision(AccessDecision.Outcome.ALLOW, List.of(), "1", "yes");
        });
        scenario.when(new AttachVolume(ACME, ID, INSTANCE)).as(admin(ACME));
        scenario.when(new DetachVolume(ACME, ID, null)).as(admin(ACME));
        assertThat(asked)
                .containsExactly(
                        "compute:volumes:manage@compute-provider-volume/" + ID,
                        "compute:instances:update@compute-instance/" + INSTANCE,
                        "compute:volumes:manage@compute-provider-volume/" + ID);
    }

    @Test
    void aDetachWhileAnAttachRunsEndsDetached() {
        Scenario scenario = given(all(A_DISK, attaching()));
        scenario.when(new DetachVolume(ACME, ID, INSTANCE))
                .as(admin(ACME))
                .thenHappened("providerVolume.detaching", "instance.volumeUnlinked")
                .when(step(AttachmentOperation.ATTACH, 5, 8, new AttachmentResult.Attached("/dev/x")))
                .seen()
                .unchanged()
                .when(step(AttachmentOperation.DETACH, 7, 9, new AttachmentResult.Detached()))
                .seen()
                .thenHappened("providerVolume.detached")
                .when(new AttachVolume(ACME, ID, ANOTHER))
                .as(admin(ACME))
                .thenHappened("providerVolume.attaching", "instance.volumeLinked");
    }

    private static AttachmentStepEnded step(
            AttachmentOperation operation, long basedOn, long fence, AttachmentResult result) {
        return new AttachmentStepEnded(ID, INSTANCE, operation, basedOn, fence, result);
    }

    @Test
    void whatGoesWithItsInstanceIsNotTakenFromItAndIsRefundedWithIt() {
        given(all(Provided.everything(), created(VolumeKind.BLOCK, true), begun(), ready(), attaching(), attached()))
                .when(new DeleteInstance(ACME, INSTANCE))
                .as(admin(ACME))
                .thenHappened("instance.deleting", "providerVolume.deleting", "instance.volumeDoomed")
                .when(new DetachVolume(ACME, ID, INSTANCE))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_STATE, Map.of("state", "deleting"))
                .when(new VolumeStepEnded(ID, VolumeOperation.DELETE, 100, 50, new Result.Gone()))
                .seen()
                .unchanged()
                .when(new ProviderStepEnded(
                        INSTANCE, Operation.DESTROY, 100, 60, new ProviderResult.Destroyed(List.of(ID))))
                .seen()
                .thenHappened(
                        "instance.deleted",
                        "providerVolume.detached",
                        "providerVolume.deleted",
                        "name.released",
                        "quota.refunded",
                        "quota.refunded");
    }

    @Test
    void aResizeBooksTheDifferenceAndARefusedOneGivesItBack() {
        Scenario scenario = given(A_DISK).and(Given.quota(ACME, Provided.POOL, new Quotas(10, 20, 0, 150)));
        scenario.when(new ResizeVolume(ACME, ID, 151))
                .as(admin(ACME))
                .refused(
                        ErrorCode.QUOTA_EXCEEDED,
                        Map.of("resource", "diskGiB", "max", 150L, "used", 100L, "requested", 51L))
                .when(new ResizeVolume(ACME, ID, 10_001))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_INPUT, Map.of("reason", "size"))
                .when(new ResizeVolume(ACME, ID, 150))
                .as(admin(ACME))
                .thenHappened("providerVolume.resizing", "quota.charged")
                .when(new VolumeStepEnded(
                        ID,
                        VolumeOperation.RESIZE,
                        4,
                        9,
                        new Result.Failed(VolumeStories.failure(
                                "limit", dev.berth.api.account.ProviderFailure.Certainty.REFUSED))))
                .seen()
                .thenHappened("providerVolume.resizeRefused", "quota.refunded")
                .when(new ResizeVolume(ACME, ID, 150))
                .as(admin(ACME))
                .thenHappened("providerVolume.resizing", "quota.charged");
    }
}
