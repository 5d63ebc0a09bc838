package dev.berth.command.volume;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Provided.ANOTHER;
import static dev.berth.command.Provided.INSTANCE;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.volume.VolumeStories.ID;
import static dev.berth.command.volume.VolumeStories.attached;
import static dev.berth.command.volume.VolumeStories.attaching;
import static dev.berth.command.volume.VolumeStories.attachmentRefused;
import static dev.berth.command.volume.VolumeStories.begun;
import static dev.berth.command.volume.VolumeStories.created;
import static dev.berth.command.volume.VolumeStories.detaching;
import static dev.berth.command.volume.VolumeStories.failure;
import static dev.berth.command.volume.VolumeStories.ready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.instance.DeleteInstance;
import dev.berth.api.instance.InstanceEvent.InstanceDeleting;
import dev.berth.api.instance.InstanceEvent.InstanceLost;
import dev.berth.api.instance.InstanceEvent.InstanceVolumeDoomed;
import dev.berth.api.instance.InstanceObservation.ProviderResult;
import dev.berth.api.instance.InstanceObservation.ProviderStepEnded;
import dev.berth.api.instance.Operation;
import dev.berth.api.volume.AttachVolume;
import dev.berth.api.volume.AttachmentOperation;
import dev.berth.api.volume.AttachmentState;
import dev.berth.api.volume.DeleteVolume;
import dev.berth.api.volume.DetachVolume;
import dev.berth.api.volume.VolumeEvent.VolumeDeleting;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeObservation.AttachmentResult;
import dev.berth.api.volume.VolumeObservation.AttachmentStepEnded;
import dev.berth.api.volume.VolumeObservation.VolumeListed;
import dev.berth.command.Provided;
import dev.berth.command.Scenario;
import dev.berth.command.StateTable;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Everything that can happen to an attachment in every situation, of block and of shared volumes. */
class AttachmentStatesTest {
    private static final long FENCE = 10;

    enum Situation {
        NONE(block(false), ready()),
        PENDING_BEFORE_IT_EXISTS(block(false), attaching()),
        PENDING(block(false), ready(), attaching()),
        ATTACHED(block(false), ready(), attaching(), attached()),
        ERROR(block(false), ready(), attaching(), attachmentRefused()),
        DETACHING(block(false), ready(), attaching(), attached(), detaching()),
        DETACHING_WHILE_ATTACHED(block(false), ready(), attaching(), detaching()),
        ON_ANOTHER(block(false), ready(), attaching(ANOTHER)),
        ATTACHED_TO_GO_WITH_IT(block(true), ready(), attaching(), attached()),
        PENDING_TO_GO_WITH_IT(block(true), ready(), attaching()),
        ATTACHED_TO_GO_WITH_WHAT_IS_LOST(block(true), ready(), attaching(), attached(), lost()),
        GOING_WITH_IT(block(true), ready(), attaching(), attached(), going()),
        SHARED_NONE(shared(), ready()),
        SHARED_PENDING(shared(), ready(), attaching()),
        SHARED_ATTACHED(shared(), ready(), attaching(), attached()),
        SHARED_ERROR(shared(), ready(), attaching(), attachmentRefused()),
        SHARED_DETACHING(shared(), ready(), attaching(), attached(), detaching()),
        SHARED_ON_ANOTHER(shared(), ready(), attaching(ANOTHER)),
        SHARED_ON_BOTH(shared(), ready(), attaching(), attached(), attaching(ANOTHER));

        private final List<DomainEvent> story;

        @SafeVarargs
        Situation(List<DomainEvent>... story) {
            this.story = all(story);
        }

        private static List<DomainEvent> block(boolean deleteWithInstance) {
            return all(created(VolumeKind.BLOCK, deleteWithInstance), begun());
        }

        private static List<DomainEvent> shared() {
            return all(created(VolumeKind.SHARED, false), begun());
        }

        private static List<DomainEvent> lost() {
            return List.of(new InstanceLost(INSTANCE, ACME, "MachineGone", "It is gone.", false));
        }

        private static List<DomainEvent> going() {
            return List.of(
                    new InstanceDeleting(INSTANCE, ACME, "ann"),
                    new VolumeDeleting(ID, ACME, "ann", INSTANCE),
                    new InstanceVolumeDoomed(INSTANCE, ACME, ID, "vol-1"));
        }

        Scenario given() {
            return Scenario.given(all(Provided.everything(), story));
        }
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        StateTable.check(
                "attachment-states.txt", Situation.class, Situation::given, acts(), AttachmentStatesTest::state);
    }

    @Test
    void everyStateIsInTheTableForBlockAndShared() {
        for (VolumeKind kind : VolumeKind.values()) {
            assertThat(Arrays.stream(Situation.values())
                            .map(Situation::given)
                            .filter(it -> it.see(Volume.class, ID, volume -> volume.kind == kind))
                            .flatMap(it -> it
                                    .see(
                                            Volume.class,
                                            ID,
                                            volume -> volume.attachment(INSTANCE).map(a -> a.state).stream()
                                                    .toList())
                                    .stream())
                            .collect(Collectors.toSet()))
                    .containsExactlyInAnyOrder(AttachmentState.values());
        }
    }

    private static Map<String, Function<Scenario, Scenario.Answer>> acts() {
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put("attach", it -> it.when(new AttachVolume(ACME, ID, INSTANCE)).as(admin(ACME)));
        acts.put(
                "attach to another",
                it -> it.when(new AttachVolume(ACME, ID, ANOTHER)).as(admin(ACME)));
        acts.put("detach", it -> it.when(new DetachVolume(ACME, ID, INSTANCE)).as(admin(ACME)));
        acts.put(
                "detach without a name",
                it -> it.when(new DetachVolume(ACME, ID, null)).as(admin(ACME)));
        acts.put("delete volume", it -> it.when(new DeleteVolume(ACME, ID)).as(admin(ACME)));
        acts.put(
                "delete instance",
                it -> it.when(new DeleteInstance(ACME, INSTANCE)).as(admin(ACME)));
        acts.put("seen attached", it -> ended(it, AttachmentOperation.ATTACH, on(), FENCE, 0));
        acts.put("seen attached of a known fence", it -> ended(it, AttachmentOperation.ATTACH, on(), 0, 0));
        acts.put(
                "seen attached by a step begun before",
                it -> ended(it, AttachmentOperation.ATTACH, on(), FENCE, wantedAgo(it)));
        acts.put("seen detached", it -> ended(it, AttachmentOperation.DETACH, off(), FENCE, 0));
        acts.put("attach refused for now", it -> failed(it, AttachmentOperation.ATTACH, Certainty.PASSING));
        acts.put("attach without answer", it -> failed(it, AttachmentOperation.ATTACH, Certainty.UNKNOWN));
        acts.put("attach refused", it -> failed(it, AttachmentOperation.ATTACH, Certainty.REFUSED));
        acts.put("detach refused", it -> failed(it, AttachmentOperation.DETACH, Certainty.REFUSED));
        acts.put("listed on it", it -> listed(it, List.of(INSTANCE)));
        acts.put("listed on none", it -> listed(it, List.of()));
        acts.put("listed without saying", it -> listed(it, null));
        acts.put("machine destroyed with it", it -> destroyed(it, List.of(ID)));
        acts.put("machine destroyed without it", it -> destroyed(it, List.of()));
        return acts;
    }

    private static AttachmentResult on() {
        return new AttachmentResult.Attached(VolumeStories.DEVICE);
    }

    private static AttachmentResult off() {
        return new AttachmentResult.Detached();
    }

    private static long revision(Scenario it) {
        return it.see(Volume.class, ID, volume -> volume.revision);
    }

    private static long wantedAgo(Scenario it) {
        return it.see(
                Volume.class,
                ID,
                volume -> volume.revision
                        - volume.attachment(INSTANCE).map(a -> a.wantedSince).orElse(0L)
                        + 1);
    }

    private static Scenario.Answer ended(
            Scenario it, AttachmentOperation operation, AttachmentResult result, long fence, long ago) {
        return it.when(new AttachmentStepEnded(ID, INSTANCE, operation, revision(it) - ago, fence, result))
                .seen();
    }

    private static Scenario.Answer failed(Scenario it, AttachmentOperation operation, Certainty certainty) {
        return ended(it, operation, new AttachmentResult.Failed(failure("full", certainty)), FENCE, 0);
    }

    private static Scenario.Answer listed(Scenario it, @org.jspecify.annotations.Nullable List<String> instances) {
        return it.when(new VolumeListed(ID, revision(it), 100, instances)).seen();
    }

    private static Scenario.Answer destroyed(Scenario it, List<String> volumes) {
        return it.when(new ProviderStepEnded(
                        INSTANCE, Operation.DESTROY, 100, FENCE, new ProviderResult.Destroyed(volumes)))
                .seen();
    }

    private static String state(Scenario it) {
        return it.see(
                        Volume.class,
                        ID,
                        volume -> volume.state + ": "
                                + volume.attachments.entrySet().stream()
                                        .map(e -> (e.getKey().equals(INSTANCE) ? "" : "on another ")
                                                + e.getValue().state
                                                + " / "
                                                + e.getValue().desired)
                                        .collect(Collectors.joining(", ")))
                .toLowerCase(Locale.ROOT)
                .strip();
    }
}
