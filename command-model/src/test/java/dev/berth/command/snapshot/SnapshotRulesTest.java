package dev.berth.command.snapshot;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.id;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.given;
import static dev.berth.command.volume.VolumeStories.begun;
import static dev.berth.command.volume.VolumeStories.created;
import static dev.berth.command.volume.VolumeStories.deleted;
import static dev.berth.command.volume.VolumeStories.deleting;
import static dev.berth.command.volume.VolumeStories.ready;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.ErrorCode;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.quota.Quotas;
import dev.berth.api.snapshot.DeleteSnapshot;
import dev.berth.api.snapshot.RestoreSnapshot;
import dev.berth.api.snapshot.SnapshotObservation.Result;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotCreateBegins;
import dev.berth.api.snapshot.SnapshotObservation.SnapshotStepEnded;
import dev.berth.api.snapshot.SnapshotOperation;
import dev.berth.api.volume.SnapshotVolume;
import dev.berth.api.volume.VolumeEvent.VolumeCreated;
import dev.berth.api.volume.VolumeEvent.VolumeSnapshotAdded;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeSource;
import dev.berth.command.Given;
import dev.berth.command.Provided;
import dev.berth.command.Scenario;
import dev.berth.command.account.ProviderRules.Feature;
import dev.berth.command.volume.VolumeStories;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Taking, counting, deleting and restoring snapshots. */
class SnapshotRulesTest {
    private static final String VOLUME = VolumeStories.ID;
    private static final List<DomainEvent> A_VOLUME = all(Provided.everything(), created(), begun(), ready());

    private static SnapshotVolume take(String name, String key) {
        return new SnapshotVolume(ACME, VOLUME, name, key);
    }

    private static List<DomainEvent> snapshots(int n) {
        List<DomainEvent> added = new ArrayList<>();
        for (int i = 1; i <= n; i++) {
            added.add(new VolumeSnapshotAdded(VOLUME, ACME, id("psnap", i), "s" + i));
        }
        return added;
    }

    @Test
    void aVolumeHas25SnapshotsAtMostAndDeletingAPendingOneFreesItsPlace() {
        Scenario scenario = given(all(A_VOLUME, snapshots(24)));
        Scenario.Answer last = scenario.when(take("last", "k1")).as(admin(ACME));
        last.thenHappened("providerSnapshot.created", "providerVolume.snapshotAdded");
        String id = last.happened().getFirst().streamId();
        scenario.when(take("more", "k2"))
                .as(admin(ACME))
                .refused(ErrorCode.QUOTA_EXCEEDED, Map.of("resource", "snapshots", "limit", 25))
                .when(new DeleteSnapshot(ACME, id))
                .as(admin(ACME))
                .thenHappened("providerSnapshot.deleting", "providerSnapshot.deleted", "providerVolume.snapshotRemoved")
                .when(take("more", "k2"))
                .as(admin(ACME))
                .thenHappened("providerSnapshot.created", "providerVolume.snapshotAdded");
    }

    @Test
    void aNameIsUniqueAmongTheVolumesSnapshots() {
        given(all(A_VOLUME, snapshots(1)))
                .when(take("s1", "k"))
                .as(admin(ACME))
                .refused(ErrorCode.CONFLICT, Map.of("snapshotId", id("psnap", 1)));
    }

    @Test
    void itIsDecidedOnTheVolume() {
        given(A_VOLUME)
                .decidedBy(request -> {
                    assertThat(request.action()).isEqualTo("compute:volumes:manage");
                    assertThat(request.resource().path()).isEqualTo("compute-provider-volume/" + VOLUME);
                    return new AccessDecision(AccessDecision.Outcome.DENY, List.of(), "1", "no");
                })
                .when(take("s", "k"))
                .as(admin(ACME))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:volumes:manage", "resource", "compute-provider-volume/" + VOLUME));
    }

    @Test
    void whatTheProviderWouldRefuseIsRefusedBefore() {
        given(A_VOLUME)
                .when(take("forbidden", "k"))
                .as(admin(ACME))
                .refused(ErrorCode.INVALID_INPUT, Map.of("reason", "name"));
        given(all(Provided.everything(), created(VolumeKind.SHARED, false), begun(), ready()))
                .whereTheProviderLacks(Feature.SHARED_SNAPSHOTS)
                .when(take("s", "k"))
                .as(admin(ACME))
                .refused(ErrorCode.UNSUPPORTED, Map.of("reason", "sharedSnapshots"));
    }

    @Test
    void anotherTenantsAreNotFound() {
        Scenario scenario = given(A_VOLUME);
        String id = taken(scenario);
        scenario.when(new SnapshotVolume(OTHER, VOLUME, "s", "k"))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-provider-volume/" + VOLUME))
                .when(new DeleteSnapshot(OTHER, id))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-provider-snapshot/" + id))
                .when(new RestoreSnapshot(OTHER, id, "copy", null, "k"))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-provider-snapshot/" + id));
    }

    /** A snapshot that is ready, by the way that it takes. */
    private static String taken(Scenario scenario) {
        Scenario.Answer taken = scenario.when(take("daily", "k0")).as(admin(ACME));
        String id = taken.happened().getFirst().streamId();
        scenario.when(new SnapshotCreateBegins(id, VOLUME, "daily-1", 1, 5))
                .seen()
                .thenHappened("providerSnapshot.createBegun")
                .when(new SnapshotStepEnded(
                        id, VOLUME, SnapshotOperation.CREATE, 1, 5, new Result.Made("snap-1", 7, 100)))
                .seen()
                .thenHappened("providerSnapshot.ready");
        return id;
    }

    @Test
    void aRestoreIsAdmittedLikeAnyOtherVolumeAndRememberedByTheSnapshot() {
        Scenario scenario = given(A_VOLUME);
        String id = taken(scenario);
        Scenario.Answer restored =
                scenario.when(new RestoreSnapshot(ACME, id, "copy", 150, "k")).as(admin(ACME));
        restored.thenHappened(
                "providerVolume.created", "name.claimed", "name.claimed", "quota.charged", "providerSnapshot.restored");
        assertThat(restored.happened().getFirst()).isInstanceOfSatisfying(VolumeCreated.class, it -> {
            assertThat(it.source()).isEqualTo(new VolumeSource(id, "snap-1"));
            assertThat(it.sizeGiB()).isEqualTo(150);
            assertThat(it.poolId()).isEqualTo(Provided.POOL);
            assertThat(it.region()).isEqualTo(Provided.HERE);
        });
        scenario.when(new RestoreSnapshot(ACME, id, "copy", 150, "k"))
                .as(admin(ACME))
                .unchanged()
                .when(new RestoreSnapshot(ACME, id, "copy", 151, "k"))
                .as(admin(ACME))
                .refused(
                        ErrorCode.CONFLICT,
                        Map.of("volumeId", restored.happened().getFirst().streamId()))
                .when(new RestoreSnapshot(ACME, id, "copy", null, "k2"))
                .as(admin(ACME))
                .refused(
                        ErrorCode.CONFLICT,
                        Map.of("volumeId", restored.happened().getFirst().streamId()))
                .when(new RestoreSnapshot(ACME, id, "copy2", 99, "k3"))
                .as(admin(ACME))
                .refusedFields("sizeGiB")
                .and(Given.quota(ACME, Provided.POOL, new Quotas(10, 20, 0, 300)))
                .when(new RestoreSnapshot(ACME, id, "copy2", null, "k3"))
                .as(admin(ACME))
                .refused(
                        ErrorCode.QUOTA_EXCEEDED,
                        Map.of("resource", "diskGiB", "max", 300L, "used", 250L, "requested", 100L));
    }

    @Test
    void bothTheSnapshotAndTheDraftAreDecided() {
        Scenario scenario = given(A_VOLUME);
        String id = taken(scenario);
        List<String> asked = new ArrayList<>();
        scenario.decidedBy(request -> {
            asked.add(request.action() + "@" + request.resource().type());
            return new AccessDecision(AccessDecision.Outcome.ALLOW, List.of(), "1", "yes");
        });
        scenario.when(new RestoreSnapshot(ACME, id, "copy", null, "k")).as(admin(ACME));
        assertThat(asked)
                .containsExactly(
                        "compute:volumes:manage@compute-provider-snapshot",
                        "compute:volumes:manage@compute-provider-volume");
    }

    @Test
    void snapshotsOutliveTheirVolume() {
        Scenario scenario = given(A_VOLUME);
        String id = taken(scenario);
        scenario.and(all(deleting(), deleted()).toArray(DomainEvent[]::new))
                .when(new RestoreSnapshot(ACME, id, "copy", null, "k"))
                .as(admin(ACME))
                .scenario()
                .when(new DeleteSnapshot(ACME, id))
                .as(admin(ACME))
                .thenHappened("providerSnapshot.deleting")
                .when(new SnapshotStepEnded(id, VOLUME, SnapshotOperation.DELETE, 5, 9, new Result.Gone()))
                .seen()
                .thenHappened("providerSnapshot.deleted", "providerVolume.snapshotRemoved");
    }
}
