package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What may be wanted of a volume once it is admitted, and how it is listed. No provider is asked for any of this. */
class VolumeChangesTest {
    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();
    private final SilentPool pool = SilentPool.create(ann);

    private Api.Answer on(String method, String volumeId, Object... more) {
        Object[] fields = new Object[2 + more.length];
        fields[0] = "volumeId";
        fields[1] = volumeId;
        System.arraycopy(more, 0, fields, 2, more.length);
        return ann.call("providerVolumes." + method, fields);
    }

    private static List<String> violations(JsonNode details) {
        return details.get("violations")
                .valueStream()
                .map(it -> it.get("field").asString())
                .toList();
    }

    private List<String> listed(Api caller, Object... filter) {
        return caller.call("providerVolumes.list", filter)
                .ok()
                .get("items")
                .valueStream()
                .map(it -> it.get("id").asString())
                .toList();
    }

    @Test
    void attachingShowsTheAttachmentAndAgainChangesNothing() {
        String volume = pool.volumeId();
        String instance = pool.instance();
        JsonNode attached = on("attach", volume, "instanceId", instance).ok();
        assertThat(attached.at("/attachment/instanceId").asString()).isEqualTo(instance);
        assertThat(attached.at("/attachment/state").asString()).isEqualTo("pending");
        assertThat(attached.at("/attachment/desiredState").asString()).isEqualTo("attached");
        assertThat(ann.call("instances.get", "instanceId", instance)
                        .ok()
                        .get("revision")
                        .asInt())
                .isEqualTo(3);
        on("attach", volume, "instanceId", instance).ok();
        assertThat(ann.call("events.list", "resourceId", volume).ok().get("items"))
                .extracting(it -> it.get("type").asString())
                .doesNotContain("providerVolume.attached");
        String other = pool.instance();
        assertThat(on("attach", volume, "instanceId", other)
                        .refused("CONFLICT")
                        .get("instanceId")
                        .asString())
                .isEqualTo(instance);
    }

    @Test
    void itGoesOnInstancesOfItsTenantAccountAndRegion() {
        String volume = pool.volumeId();
        String foreign = SilentPool.create(server.newTenant()).instance();
        assertThat(on("attach", volume, "instanceId", foreign)
                        .refused("NOT_FOUND")
                        .get("resource")
                        .asString())
                .isEqualTo("compute-instance/" + foreign);
        HostedPool hosted = HostedPool.roomy(ann);
        assertThat(violations(on("attach", volume, "instanceId", hosted.create().text("id"))
                        .refused("INVALID_INPUT")))
                .containsExactly("instanceId");
        assertThat(violations(on(
                                "attach",
                                volume,
                                "instanceId",
                                SilentPool.create(ann).instance())
                        .refused("INVALID_INPUT")))
                .containsExactly("instanceId");
        String elsewhere = pool.volumeId("region", SilentPool.ELSEWHERE);
        String instance = pool.instance();
        assertThat(violations(on("attach", elsewhere, "instanceId", instance).refused("INVALID_INPUT")))
                .containsExactly("instanceId");
        ann.call("instances.delete", "instanceId", instance).ok();
        on("attach", volume, "instanceId", instance).refused("INVALID_STATE");
    }

    @Test
    void whoMayManageTheVolumeButNotTheInstanceMayNotAttach() {
        Api bob = server.as(ann.tenantId(), "bob", "member");
        String instance = pool.instance();
        String volume = pool.volumeAs(bob).ok().get("id").asString();
        JsonNode denied = bob.call("providerVolumes.attach", "volumeId", volume, "instanceId", instance)
                .refused("ACCESS_DENIED");
        assertThat(denied.get("action").asString()).isEqualTo("compute:instances:update");
        assertThat(denied.get("resource").asString()).isEqualTo("compute-instance/" + instance);
        bob.call("providerVolumes.detach", "volumeId", volume).ok();
    }

    @Test
    void detachingEndsTheAttachment() {
        String instance = pool.instance();
        String volume = pool.volumeId("instanceId", instance);
        String other = pool.instance();
        assertThat(on("detach", volume, "instanceId", other)
                        .ok()
                        .at("/attachment/instanceId")
                        .asString())
                .isEqualTo(instance);
        on("delete", volume).refused("INVALID_STATE");
        on("detach", volume).ok();
        ann.await(it -> !it.has("attachment"), "providerVolumes.get", "volumeId", volume);
        assertThat(on("detach", volume).ok().has("attachment")).isFalse();
        on("attach", volume, "instanceId", other).ok();
        on("detach", volume, "instanceId", other).ok();
    }

    @Test
    void itGrowsByWhatIsBooked() {
        String volume = pool.volumeId("sizeGiB", 5);
        JsonNode grown = on("resize", volume, "sizeGiB", 9).ok();
        assertThat(grown.get("sizeGiB").asInt()).isEqualTo(9);
        assertThat(pool.used("diskGiB")).isEqualTo(9);
        on("resize", volume, "sizeGiB", 9).ok();
        assertThat(pool.used("diskGiB")).isEqualTo(9);
        assertThat(violations(on("resize", volume, "sizeGiB", 8).refused("INVALID_INPUT")))
                .containsExactly("sizeGiB");
        assertThat(violations(on("resize", volume, "sizeGiB", 16385).refused("INVALID_INPUT")))
                .containsExactly("sizeGiB");
        assertThat(on("resize", volume, "sizeGiB", 2000)
                        .refused("QUOTA_EXCEEDED")
                        .get("requested")
                        .asInt())
                .isEqualTo(1991);
        assertThat(pool.get(volume).get("sizeGiB").asInt()).isEqualTo(9);
    }

    @Test
    void aVolumeThatIsGoneIsShownAndChangesNoMore() {
        String volume = pool.volumeId("sizeGiB", 5);
        String state = on("delete", volume).ok().get("state").asString();
        assertThat(state).isIn("deleting", "deleted");
        JsonNode gone = pool.awaitVolume(volume, "deleted");
        assertThat(gone.get("deletedAt").asString()).matches(".*\\.\\d{3}Z");
        assertThat(pool.used("diskGiB")).isZero();
        assertThat(on("delete", volume).ok()).isEqualTo(gone);
        assertThat(on("attach", volume, "instanceId", pool.instance())
                        .refused("INVALID_STATE")
                        .get("state")
                        .asString())
                .isEqualTo("deleted");
        on("resize", volume, "sizeGiB", 6).refused("INVALID_STATE");
        pool.snapshot(volume).refused("INVALID_STATE");
        assertThat(on("detach", volume).ok()).isEqualTo(gone);
        assertThat(ann.call("events.list", "resourceId", volume).ok().get("items"))
                .extracting(it -> it.get("type").asString())
                .contains("providerVolume.created", "providerVolume.deleting", "providerVolume.deleted");
    }

    @Test
    void aVolumeHasTwentyFiveSnapshotsOfDifferentNames() {
        String volume = pool.volumeId();
        JsonNode first =
                pool.snapshot(volume, "name", "one", "idempotencyKey", "k").ok();
        assertThat(first.get("id").asString()).matches("psnap_[0-9a-hjkmnp-tv-z]{52}");
        assertThat(first.get("state").asString()).isEqualTo("pending");
        assertThat(first.get("volumeId").asString()).isEqualTo(volume);
        assertThat(first.get("poolId").asString()).isEqualTo(pool.id());
        String id = first.get("id").asString();
        assertThat(pool.snapshot(volume, "name", "one", "idempotencyKey", "k").text("id"))
                .isEqualTo(id);
        assertThat(pool.snapshot(volume, "name", "two", "idempotencyKey", "k")
                        .refused("CONFLICT")
                        .get("snapshotId")
                        .asString())
                .isEqualTo(id);
        assertThat(pool.snapshot(volume, "name", "one")
                        .refused("CONFLICT")
                        .get("snapshotId")
                        .asString())
                .isEqualTo(id);
        IntStream.range(1, 25)
                .forEach(i -> pool.snapshot(volume, "name", "s" + i).ok());
        assertThat(pool.snapshot(volume).refused("QUOTA_EXCEEDED").get("limit").asInt())
                .isEqualTo(25);
        assertThat(ann.call("providerSnapshots.list", "volumeId", volume, "limit", 200)
                        .ok()
                        .get("items"))
                .hasSize(25);
        ann.call("providerSnapshots.delete", "snapshotId", id).ok();
        ann.await(it -> it.path("state").asString("").equals("deleted"), "providerSnapshots.get", "snapshotId", id);
        pool.snapshot(volume, "name", "one").ok();
        assertThat(ann.call("providerSnapshots.list", "volumeId", volume, "limit", 200)
                        .ok()
                        .get("items"))
                .hasSize(25);
        assertThat(pool.used("diskGiB")).isEqualTo(1);
    }

    @Test
    void aSnapshotThatIsNotReadyIsNotRestored() {
        String snapshot = pool.snapshot(pool.volumeId()).ok().get("id").asString();
        Object[] fields = {"snapshotId", snapshot, "name", "restored", "idempotencyKey", "k"};
        ann.call("providerSnapshots.restore", fields).refused("INVALID_STATE");
        server.newTenant().call("providerSnapshots.restore", fields).refused("NOT_FOUND");
        assertThat(pool.used("diskGiB")).isEqualTo(1);
    }

    @Test
    void listsAreInTheOrderOfCreation() {
        String project = ann.call("projects.create", "name", "p").ok().get("id").asString();
        SilentPool second = SilentPool.with(ann, pool.accountId(), 10);
        String one = pool.volumeId();
        String two = second.volumeId("projectId", project);
        String three = pool.volumeId();
        String gone = pool.volumeId();
        on("delete", gone).ok();
        pool.awaitVolume(gone, "deleted");
        assertThat(listed(ann)).containsExactly(one, two, three);
        assertThat(listed(ann, "includeDeleted", true)).containsExactly(one, two, three, gone);
        assertThat(listed(ann, "poolId", pool.id())).containsExactly(one, three);
        assertThat(listed(ann, "projectId", project)).containsExactly(two);
        assertThat(ann.call("providerVolumes.list").ok().propertyNames()).containsExactly("items");
        assertThat(violations(ann.call("providerVolumes.list", "limit", 5, "cursor", one)
                        .refused("INVALID_INPUT")))
                .containsExactlyInAnyOrder("limit", "cursor");
    }

    @Test
    void eachSeesWhatItsRolesLetIt() {
        Api bob = server.as(ann.tenantId(), "bob", "member");
        Api rob = server.as(ann.tenantId(), "rob", "reader");
        String anns = pool.volumeId();
        String bobs = pool.volumeAs(bob).ok().get("id").asString();
        assertThat(listed(bob)).containsExactly(bobs);
        assertThat(listed(rob)).containsExactly(anns, bobs);
        bob.call("providerVolumes.get", "volumeId", anns).refused("ACCESS_DENIED");
        rob.call("providerVolumes.delete", "volumeId", anns).refused("ACCESS_DENIED");
        Api stranger = server.newTenant();
        assertThat(listed(stranger, "poolId", pool.id())).isEmpty();
        assertThat(stranger.call("providerVolumes.get", "volumeId", anns)
                        .refused("NOT_FOUND")
                        .get("resource")
                        .asString())
                .isEqualTo("compute-provider-volume/" + anns);
        assertThat(stranger.call("providerSnapshots.list", "volumeId", anns)
                        .ok()
                        .get("items"))
                .isEmpty();
    }
}
