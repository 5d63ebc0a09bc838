package dev.berth.command.snapshot;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Provided.ACCOUNT;
import static dev.berth.command.Provided.HERE;
import static dev.berth.command.Provided.POOL;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.volume.VolumeStories.begun;
import static dev.berth.command.volume.VolumeStories.created;
import static dev.berth.command.volume.VolumeStories.failure;
import static dev.berth.command.volume.VolumeStories.ready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.Ids;
import dev.berth.api.account.ProviderFailure.Certainty;
import dev.berth.api.snapshot.DeleteSnapshot;
import dev.berth.api.snapshot.RestoreSnapshot;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreateBegun;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreated;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotDeleted;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotDeleting;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotErrored;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotReady;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotStepFailed;
import dev.berth.api.snapshot.SnapshotObservation.Result;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotCreateBegins;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotDuplicate;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotListed;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotMissing;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotStepEnded;
import dev.berth.api.snapshot.SnapshotOperation;
import dev.berth.api.snapshot.SnapshotState;
import dev.berth.api.volume.SnapshotVolume;
import dev.berth.api.volume.VolumeEvent.VolumeSnapshotAdded;
import dev.berth.api.volume.VolumeEvent.VolumeSnapshotRemoved;
import dev.berth.api.volume.VolumeKind;
import dev.berth.command.Provided;
import dev.berth.command.Scenario;
import dev.berth.command.StateTable;
import dev.berth.command.TestDigest;
import dev.berth.command.volume.VolumeStories;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Every command and observation in every situation that a snapshot can be in. */
class SnapshotStatesTest {
    private static final String VOLUME = VolumeStories.ID;
    private static final SnapshotVolume TAKE = new SnapshotVolume(ACME, VOLUME, "daily", "key-1");
    private static final String ID = Ids.derived("psnap", ACME, "ann", "providerVolumes.snapshot", "key-1");
    private static final long FENCE = 10;

    enum Situation {
        PENDING(taken()),
        PENDING_BEGUN(taken(), asked()),
        PENDING_REFUSED_FOR_NOW(taken(), asked(), notTaken(Certainty.PASSING)),
        ERROR_REFUSED(taken(), asked(), refused("limit")),
        READY(taken(), asked(), done()),
        READY_OF_SHARE(share(), asked(), done()),
        ERROR_MISSING(taken(), asked(), done(), refused("missing")),
        DELETING(taken(), asked(), done(), deleting()),
        DELETING_BEGUN(taken(), asked(), deleting()),
        DELETED(taken(), asked(), done(), deleting(), deleted());

        private final List<DomainEvent> story;

        @SafeVarargs
        Situation(List<DomainEvent>... story) {
            this.story = all(story);
        }

        Scenario given() {
            boolean share = this == READY_OF_SHARE;
            return Scenario.given(all(
                    Provided.everything(),
                    created(share ? VolumeKind.SHARED : VolumeKind.BLOCK, false),
                    begun(),
                    ready(),
                    story));
        }
    }

    private static List<DomainEvent> taken() {
        return taken(VolumeKind.BLOCK);
    }

    private static List<DomainEvent> share() {
        return taken(VolumeKind.SHARED);
    }

    private static List<DomainEvent> taken(VolumeKind kind) {
        return List.of(
                new SnapshotCreated(
                        ID,
                        ACME,
                        "ann",
                        POOL,
                        null,
                        VOLUME,
                        "daily",
                        "daily-" + ID.substring(6, 14),
                        ACCOUNT,
                        HERE,
                        kind,
                        null,
                        TestDigest.of(TAKE)),
                new VolumeSnapshotAdded(VOLUME, ACME, ID, "daily"));
    }

    private static List<DomainEvent> asked() {
        return List.of(new SnapshotCreateBegun(ID, ACME, "daily", 1));
    }

    private static List<DomainEvent> notTaken(Certainty certainty) {
        return List.of(new SnapshotStepFailed(ID, ACME, SnapshotOperation.CREATE, failure("busy", certainty), 1));
    }

    private static List<DomainEvent> refused(String reason) {
        return List.of(new SnapshotErrored(ID, ACME, reason, "The provider says " + reason + ".", 1));
    }

    private static List<DomainEvent> done() {
        return List.of(new SnapshotReady(ID, ACME, "snap-1", 7, 100, 1));
    }

    private static List<DomainEvent> deleting() {
        return List.of(new SnapshotDeleting(ID, ACME, "ann"));
    }

    private static List<DomainEvent> deleted() {
        return List.of(new SnapshotDeleted(ID, ACME, 3), new VolumeSnapshotRemoved(VOLUME, ACME, ID));
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        StateTable.check("snapshot-states.txt", Situation.class, Situation::given, acts(), SnapshotStatesTest::state);
    }

    @Test
    void everyStateIsInTheTable() {
        assertThat(Arrays.stream(Situation.values())
                        .map(it -> it.given().see(Snapshot.class, ID, snapshot -> snapshot.state))
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(SnapshotState.values());
    }

    private static Map<String, Function<Scenario, Scenario.Answer>> acts() {
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put("take again", it -> it.when(TAKE).as(admin(ACME)));
        acts.put(
                "take otherwise",
                it -> it.when(new SnapshotVolume(ACME, VOLUME, "weekly", "key-1"))
                        .as(admin(ACME)));
        acts.put(
                "take another of its name",
                it -> it.when(new SnapshotVolume(ACME, VOLUME, "daily", "key-2"))
                        .as(admin(ACME)));
        acts.put("restore", it -> it.when(restore(null)).as(admin(ACME)));
        acts.put("restore larger", it -> it.when(restore(200)).as(admin(ACME)));
        acts.put("restore smaller", it -> it.when(restore(99)).as(admin(ACME)));
        acts.put("delete", it -> it.when(new DeleteSnapshot(ACME, ID)).as(admin(ACME)));
        acts.put(
                "create begins",
                it -> it.when(new SnapshotCreateBegins(ID, VOLUME, "daily", revision(it), FENCE))
                        .seen());
        acts.put("made", it -> ended(it, SnapshotOperation.CREATE, made(), FENCE, 0));
        acts.put("made by a known fence", it -> ended(it, SnapshotOperation.CREATE, made(), fence(it), 0));
        acts.put("create refused for now", it -> failed(it, SnapshotOperation.CREATE, Certainty.PASSING));
        acts.put("create refused", it -> failed(it, SnapshotOperation.CREATE, Certainty.REFUSED));
        acts.put("create without answer", it -> failed(it, SnapshotOperation.CREATE, Certainty.UNKNOWN));
        acts.put("gone", it -> ended(it, SnapshotOperation.DELETE, new Result.Gone(), FENCE, 0));
        acts.put(
                "gone by a step begun before",
                it -> ended(it, SnapshotOperation.DELETE, new Result.Gone(), FENCE, wantedAgo(it)));
        acts.put("delete refused", it -> failed(it, SnapshotOperation.DELETE, Certainty.REFUSED));
        acts.put(
                "listed",
                it -> it.when(new SnapshotListed(ID, VOLUME, revision(it), 7)).seen());
        acts.put(
                "listed larger",
                it -> it.when(new SnapshotListed(ID, VOLUME, revision(it), 9)).seen());
        acts.put(
                "missing",
                it -> it.when(new SnapshotMissing(ID, VOLUME, revision(it))).seen());
        acts.put(
                "missing before",
                it -> it.when(new SnapshotMissing(ID, VOLUME, revision(it) - 1)).seen());
        acts.put(
                "second one removed",
                it -> it.when(new SnapshotDuplicate(ID, VOLUME, "snap-1", "snap-9", true))
                        .seen());
        return acts;
    }

    private static RestoreSnapshot restore(@org.jspecify.annotations.Nullable Integer sizeGiB) {
        return new RestoreSnapshot(ACME, ID, "copy", sizeGiB, "key-3");
    }

    private static Result made() {
        return new Result.Made("snap-2", 7, 100);
    }

    private static long revision(Scenario it) {
        return it.see(Snapshot.class, ID, snapshot -> snapshot.revision);
    }

    private static long fence(Scenario it) {
        return it.see(Snapshot.class, ID, snapshot -> snapshot.fence);
    }

    private static long wantedAgo(Scenario it) {
        return it.see(Snapshot.class, ID, snapshot -> snapshot.revision - snapshot.wantedSince + 1);
    }

    private static Scenario.Answer ended(
            Scenario it, SnapshotOperation operation, Result result, long fence, long ago) {
        return it.when(new SnapshotStepEnded(ID, VOLUME, operation, revision(it) - ago, fence, result))
                .seen();
    }

    private static Scenario.Answer failed(Scenario it, SnapshotOperation operation, Certainty certainty) {
        return ended(it, operation, new Result.Failed(failure("limit", certainty)), FENCE, 0);
    }

    private static String state(Scenario it) {
        return it.see(
                        Snapshot.class,
                        ID,
                        snapshot -> snapshot.state + ", " + snapshot.creation + (snapshot.missing ? ", missing" : ""))
                .toLowerCase(Locale.ROOT);
    }
}
