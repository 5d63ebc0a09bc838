package dev.berth.command.volume;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Provided.INSTANCE;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.volume.VolumeStories.ID;
import static dev.berth.command.volume.VolumeStories.attached;
import static dev.berth.command.volume.VolumeStories.attaching;
import static dev.berth.command.volume.VolumeStories.begun;
import static dev.berth.command.volume.VolumeStories.created;
import static dev.berth.command.volume.VolumeStories.deleted;
import static dev.berth.command.volume.VolumeStories.deleting;
import static dev.berth.command.volume.VolumeStories.failure;
import static dev.berth.command.volume.VolumeStories.missing;
import static dev.berth.command.volume.VolumeStories.notCreated;
import static dev.berth.command.volume.VolumeStories.ready;
import static dev.berth.command.volume.VolumeStories.refused;
import static dev.berth.command.volume.VolumeStories.resizing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.volume.AttachVolume;
import dev.berth.api.volume.DeleteVolume;
import dev.berth.api.volume.DetachVolume;
import dev.berth.api.volume.ResizeVolume;
import dev.berth.api.volume.SnapshotVolume;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeObservation.Result;
import dev.berth.api.volume.VolumeObservation.VolumeCreateBegins;
import dev.berth.api.volume.VolumeObservation.VolumeDuplicate;
import dev.berth.api.volume.VolumeObservation.VolumeListed;
import dev.berth.api.volume.VolumeObservation.VolumeMissing;
import dev.berth.api.volume.VolumeObservation.VolumeStepEnded;
import dev.berth.api.volume.VolumeOperation;
import dev.berth.api.volume.VolumeState;
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

/** Every command and observation in every situation that a volume can be in, its attachments left aside. */
class VolumeStatesTest {
    /** Newer than every step of the stories. */
    private static final long FENCE = 10;

    enum Situation {
        PENDING(created()),
        PENDING_BEGUN(created(), begun()),
        PENDING_REFUSED_FOR_NOW(created(), begun(), notCreated(Certainty.PASSING)),
        PENDING_WITHOUT_ANSWER(created(), begun(), notCreated(Certainty.UNKNOWN)),
        PENDING_TO_GROW(created(), begun(), resizing()),
        ERROR_REFUSED(created(), begun(), refused()),
        ERROR_TRIED_AGAIN(created(), begun(), refused(), begun()),
        READY(created(), begun(), ready()),
        READY_ATTACHED(created(), begun(), ready(), attaching(), attached()),
        UPDATING(created(), begun(), ready(), resizing()),
        ERROR_MISSING(created(), begun(), ready(), missing()),
        DELETING(created(), begun(), ready(), deleting()),
        DELETING_BEGUN(created(), begun(), deleting()),
        DELETED(created(), begun(), ready(), deleting(), deleted());

        private final List<DomainEvent> story;

        @SafeVarargs
        Situation(List<DomainEvent>... story) {
            this.story = all(story);
        }

        Scenario given() {
            return Scenario.given(all(Provided.everything(), story));
        }
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        StateTable.check("volume-states.txt", Situation.class, Situation::given, acts(), VolumeStatesTest::state);
    }

    @Test
    void everyStateIsInTheTable() {
        assertThat(Arrays.stream(Situation.values())
                        .map(it -> it.given().see(Volume.class, ID, volume -> volume.state))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(VolumeState.values());
    }

    private static Map<String, Function<Scenario, Scenario.Answer>> acts() {
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put(
                "create again",
                it -> it.when(VolumeStories.create(VolumeKind.BLOCK, 100, false))
                        .as(admin(ACME)));
        acts.put(
                "create otherwise",
                it -> it.when(VolumeStories.create(VolumeKind.BLOCK, 101, false))
                        .as(admin(ACME)));
        acts.put("attach", it -> it.when(new AttachVolume(ACME, ID, INSTANCE)).as(admin(ACME)));
        acts.put("detach", it -> it.when(new DetachVolume(ACME, ID, null)).as(admin(ACME)));
        acts.put("grow", it -> it.when(new ResizeVolume(ACME, ID, 200)).as(admin(ACME)));
        acts.put(
                "resize to what it is",
                it -> it.when(new ResizeVolume(ACME, ID, size(it))).as(admin(ACME)));
        acts.put("shrink", it -> it.when(new ResizeVolume(ACME, ID, 99)).as(admin(ACME)));
        acts.put(
                "snapshot",
                it -> it.when(new SnapshotVolume(ACME, ID, "s", "k")).as(admin(ACME)));
        acts.put("delete", it -> it.when(new DeleteVolume(ACME, ID)).as(admin(ACME)));
        acts.put(
                "create begins",
                it -> it.when(new VolumeCreateBegins(ID, "data", revision(it), FENCE))
                        .seen());
        acts.put(
                "create of a known fence begins",
                it -> it.when(new VolumeCreateBegins(ID, "data", revision(it), 0))
                        .seen());
        Result made = new Result.Made("vol-2", 100, null, null);
        acts.put("made", it -> ended(it, VolumeOperation.CREATE, made, FENCE, 0));
        acts.put("made by a step begun before", it -> ended(it, VolumeOperation.CREATE, made, FENCE, wantedAgo(it)));
        acts.put("made by a known fence", it -> ended(it, VolumeOperation.CREATE, made, fence(it), 0));
        acts.put("create refused for now", it -> failed(it, VolumeOperation.CREATE, Certainty.PASSING));
        acts.put("create refused", it -> failed(it, VolumeOperation.CREATE, Certainty.REFUSED));
        acts.put("create without answer", it -> failed(it, VolumeOperation.CREATE, Certainty.UNKNOWN));
        acts.put("resized", it -> ended(it, VolumeOperation.RESIZE, new Result.Resized(150), FENCE, 0));
        acts.put("resize refused for now", it -> failed(it, VolumeOperation.RESIZE, Certainty.PASSING));
        acts.put("resize refused", it -> failed(it, VolumeOperation.RESIZE, Certainty.REFUSED));
        acts.put("gone", it -> ended(it, VolumeOperation.DELETE, new Result.Gone(), FENCE, 0));
        acts.put(
                "gone by a step begun before",
                it -> ended(it, VolumeOperation.DELETE, new Result.Gone(), FENCE, wantedAgo(it)));
        acts.put("delete refused", it -> failed(it, VolumeOperation.DELETE, Certainty.REFUSED));
        acts.put(
                "listed",
                it -> it.when(new VolumeListed(ID, revision(it), 100, null)).seen());
        acts.put(
                "listed larger",
                it -> it.when(new VolumeListed(ID, revision(it), 150, null)).seen());
        acts.put(
                "listed before",
                it -> it.when(new VolumeListed(ID, revision(it) - 1, 150, null)).seen());
        acts.put("missing", it -> it.when(new VolumeMissing(ID, revision(it))).seen());
        acts.put(
                "missing before",
                it -> it.when(new VolumeMissing(ID, revision(it) - 1)).seen());
        acts.put(
                "second one found",
                it -> it.when(new VolumeDuplicate(ID, "vol-1", "vol-9", false)).seen());
        return acts;
    }

    private static int size(Scenario it) {
        return it.see(Volume.class, ID, volume -> volume.sizeGiB);
    }

    private static long revision(Scenario it) {
        return it.see(Volume.class, ID, volume -> volume.revision);
    }

    private static long fence(Scenario it) {
        return it.see(Volume.class, ID, volume -> volume.fence);
    }

    /** How many events ago the step began that what is wanted has overtaken. */
    private static long wantedAgo(Scenario it) {
        return it.see(Volume.class, ID, volume -> volume.revision - volume.wantedSince + 1);
    }

    private static Scenario.Answer ended(Scenario it, VolumeOperation operation, Result result, long fence, long ago) {
        return it.when(new VolumeStepEnded(ID, operation, revision(it) - ago, fence, result))
                .seen();
    }

    private static Scenario.Answer failed(Scenario it, VolumeOperation operation, Certainty certainty) {
        return ended(it, operation, new Result.Failed(failure("limit", certainty)), FENCE, 0);
    }

    private static String state(Scenario it) {
        return it.see(
                        Volume.class,
                        ID,
                        volume -> volume.state + " / " + volume.sizeGiB + " of "
                                + volume.observedGiB + ", " + volume.creation
                                + (volume.missing ? ", missing" : "")
                                + (volume.attachments.isEmpty() ? "" : ", on an instance"))
                .toLowerCase(Locale.ROOT);
    }
}
