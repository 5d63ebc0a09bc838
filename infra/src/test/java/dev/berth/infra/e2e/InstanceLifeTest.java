package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The life of an instance over HTTP: created, started, stopped, resized, deleted. */
class InstanceLifeTest {
    private final BerthServer server = BerthServer.shared();
    private Api ann;
    private HostedPool pool;

    @BeforeEach
    void aPool() {
        ann = server.newTenant();
        pool = HostedPool.roomy(ann);
    }

    @Test
    void createAnswersAPlacedInstanceThatThenRuns() {
        JsonNode created = pool.create().ok();
        assertThat(created.get("state").asString()).isEqualTo("provisioning");
        assertThat(created.get("nodeId").asString()).startsWith("node_");
        assertThat(created.get("desiredState").asString()).isEqualTo("running");
        assertThat(created.get("addresses").get(0).get("address").asString()).isEqualTo("10.20.0.1");
        assertThat(created.get("addresses").get(0).get("kind").asString()).isEqualTo("private");
        assertThat(created.has("userData")).isFalse();
        JsonNode running = ann.awaitState(created.get("id").asString(), "running");
        assertThat(running.get("conditions")).isEmpty();
        assertThat(running.get("revision").asLong())
                .isGreaterThan(created.get("revision").asLong());
        assertThat(pool.used("vcpu")).isEqualTo(1);
        assertThat(pool.used("memoryGiB")).isEqualTo(1);
        assertThat(pool.used("diskGiB")).isEqualTo(10);
    }

    @Test
    void createWaitsForTheDesiredStateWhenAsked() {
        JsonNode created = pool.create("wait", Map.of("timeoutMs", 20_000)).ok();
        assertThat(created.get("state").asString()).isEqualTo("running");
        JsonNode stopped = pool.create("desiredState", "stopped", "wait", Map.of("timeoutMs", 20_000))
                .ok();
        assertThat(stopped.get("state").asString()).isEqualTo("stopped");
        JsonNode atOnce = pool.create("wait", Map.of("timeoutMs", 0)).ok();
        assertThat(atOnce.get("id").asString()).startsWith("inst_");
    }

    @Test
    void stopAndStartChangeOnlyWhatIsWantedAndTheHostFollows() {
        String id = pool.running();
        JsonNode stopping = ann.call("instances.stop", "instanceId", id).ok();
        assertThat(stopping.get("desiredState").asString()).isEqualTo("stopped");
        ann.awaitState(id, "stopped");
        JsonNode starting = ann.call("instances.start", "instanceId", id).ok();
        assertThat(starting.get("desiredState").asString()).isEqualTo("running");
        ann.awaitState(id, "running");
    }

    @Test
    void askingForWhatIsWantedAlreadyChangesNothing() {
        String id = pool.running();
        long before = revision(id);
        ann.call("instances.start", "instanceId", id).ok();
        assertThat(revision(id)).isEqualTo(before);
        ann.call("instances.stop", "instanceId", id).ok();
        ann.awaitState(id, "stopped");
        before = revision(id);
        ann.call("instances.stop", "instanceId", id).ok();
        ann.call("instances.resize", "instanceId", id, "flavor", "small").ok();
        assertThat(revision(id)).isEqualTo(before);
    }

    @Test
    void resizeMovesAStoppedInstanceAndItsCharge() {
        String id = pool.running();
        JsonNode refused = ann.call("instances.resize", "instanceId", id, "flavor", "large")
                .refused("INVALID_STATE");
        assertThat(refused.get("state").asString()).isEqualTo("running");
        assertThat(refused.get("desiredState").asString()).isEqualTo("running");
        ann.call("instances.stop", "instanceId", id).ok();
        ann.awaitState(id, "stopped");
        JsonNode resized = ann.call("instances.resize", "instanceId", id, "flavor", "large")
                .ok();
        assertThat(resized.get("state").asString()).isEqualTo("stopped");
        assertThat(resized.get("flavor").asString()).isEqualTo("large");
        assertThat(resized.get("vcpu").asInt()).isEqualTo(4);
        assertThat(pool.used("vcpu")).isEqualTo(4);
        assertThat(pool.used("diskGiB")).isEqualTo(40);
        ann.call("instances.resize", "instanceId", id, "flavor", "small").ok();
        assertThat(pool.used("vcpu")).isEqualTo(1);
        ann.call("instances.start", "instanceId", id).ok();
        ann.awaitState(id, "running");
    }

    @Test
    void deleteGivesEverythingBackAndTheInstanceStaysReadable() {
        String id = pool.running();
        JsonNode deleting = ann.call("instances.delete", "instanceId", id).ok();
        assertThat(deleting.get("state").asString()).isEqualTo("deleting");
        assertThat(deleting.get("desiredState").asString()).isEqualTo("deleted");
        JsonNode deleted = ann.awaitState(id, "deleted");
        assertThat(deleted.has("deletedAt")).isTrue();
        assertThat(deleted.get("nodeId").asString()).startsWith("node_");
        assertThat(deleted.get("addresses").get(0).get("address").asString()).isEqualTo("10.20.0.1");
        assertThat(pool.used("vcpu")).isZero();
        assertThat(pool.used("memoryGiB")).isZero();
        assertThat(pool.used("diskGiB")).isZero();
        long before = revision(id);
        ann.call("instances.delete", "instanceId", id).ok();
        assertThat(revision(id)).isEqualTo(before);
        for (String method : List.of("instances.start", "instances.stop")) {
            ann.call(method, "instanceId", id).refused("INVALID_STATE");
        }
        ann.call("instances.resize", "instanceId", id, "flavor", "large").refused("INVALID_STATE");
        JsonNode again = pool.create().ok();
        assertThat(again.get("addresses").get(0).get("address").asString()).isEqualTo("10.20.0.1");
    }

    @Test
    void listShowsTheNewestFirstAndPages() {
        List<String> ids = java.util.stream.IntStream.range(0, 5)
                .mapToObj(i -> pool.create().ok().get("id").asString())
                .toList();
        JsonNode first = ann.call("instances.list", "limit", 2).ok();
        assertThat(idsOf(first)).containsExactly(ids.get(4), ids.get(3));
        JsonNode second = ann.call(
                        "instances.list",
                        "limit",
                        2,
                        "cursor",
                        first.get("cursor").asString())
                .ok();
        assertThat(idsOf(second)).containsExactly(ids.get(2), ids.get(1));
        JsonNode last = ann.call(
                        "instances.list",
                        "limit",
                        2,
                        "cursor",
                        second.get("cursor").asString())
                .ok();
        assertThat(idsOf(last)).containsExactly(ids.get(0));
        assertThat(last.has("cursor")).isFalse();
        ann.call("instances.delete", "instanceId", ids.get(0)).ok();
        ann.awaitState(ids.get(0), "deleted");
        assertThat(idsOf(ann.call("instances.list").ok())).doesNotContain(ids.get(0));
        assertThat(idsOf(ann.call("instances.list", "state", "deleted").ok())).containsExactly(ids.get(0));
        assertThat(idsOf(ann.call("instances.list", "poolId", pool.id()).ok())).hasSize(4);
        Api stranger = server.newTenant();
        assertThat(idsOf(stranger.call("instances.list", "poolId", pool.id()).ok()))
                .isEmpty();
        stranger.call("instances.list", "cursor", ids.get(1)).refused("INVALID_INPUT");
    }

    @Test
    void scopeMineIsTheCallersOwn() {
        String anns = pool.create().ok().get("id").asString();
        Api bob = server.as(ann.tenantId(), "bob", "member");
        String bobs = pool.createAs(bob).ok().get("id").asString();
        assertThat(idsOf(ann.call("instances.list").ok())).containsExactly(anns);
        assertThat(idsOf(ann.call("instances.list", "scope", "all").ok())).containsExactly(bobs, anns);
        assertThat(idsOf(bob.call("instances.list", "scope", "all").ok())).containsExactly(bobs);
        Api reader = server.as(ann.tenantId(), "eve", "reader");
        assertThat(idsOf(reader.call("instances.list").ok())).isEmpty();
        assertThat(idsOf(reader.call("instances.list", "scope", "all").ok())).containsExactly(bobs, anns);
    }

    @Test
    void eventsTellTheStory() {
        String id = pool.running();
        ann.call("instances.stop", "instanceId", id).ok();
        ann.awaitState(id, "stopped");
        ann.call("instances.delete", "instanceId", id).ok();
        ann.awaitState(id, "deleted");
        JsonNode events = ann.await(it -> it.path("items").size() == 7, "events.list", "resourceId", id);
        assertThat(StreamSupport.stream(events.get("items").spliterator(), false)
                        .map(it -> it.get("type").asString()))
                .containsExactly(
                        "instance.created",
                        "instance.scheduled",
                        "instance.running",
                        "instance.stopping",
                        "instance.stopped",
                        "instance.deleting",
                        "instance.deleted");
        long last = 0;
        for (JsonNode event : events.get("items")) {
            assertThat(event.get("specversion").asString()).isEqualTo("1.0");
            assertThat(event.get("subject").asString()).isEqualTo(id);
            assertThat(event.get("position").asLong()).isGreaterThan(last);
            last = event.get("position").asLong();
        }
    }

    @Test
    void anInstanceOfAnotherTenantIsNotFound() {
        String id = pool.create().ok().get("id").asString();
        Api stranger = server.newTenant();
        for (String method : List.of("instances.get", "instances.start", "instances.stop", "instances.delete")) {
            JsonNode details = stranger.call(method, "instanceId", id).refused("NOT_FOUND");
            assertThat(details.get("resource").asString()).isEqualTo("compute-instance/" + id);
        }
        stranger.call("instances.resize", "instanceId", id, "flavor", "large").refused("NOT_FOUND");
        JsonNode denied = new Api(server.base(), stranger.token(), ann.tenantId())
                .call("instances.get", "instanceId", id)
                .refused("ACCESS_DENIED");
        assertThat(denied.get("resource").asString()).isEqualTo("compute-tenant/" + ann.tenantId());
    }

    @Test
    void theSameKeyIsTheSameInstanceForEver() {
        String key = UUID.randomUUID().toString();
        JsonNode first = pool.create("idempotencyKey", key).ok();
        String id = first.get("id").asString();
        assertThat(pool.create("idempotencyKey", key).ok().get("id").asString()).isEqualTo(id);
        assertThat(pool.create("idempotencyKey", key, "wait", Map.of("timeoutMs", 0), "sshKeys", List.of())
                        .ok()
                        .get("id")
                        .asString())
                .isEqualTo(id);
        JsonNode conflict =
                pool.create("idempotencyKey", key, "flavor", "large").refused("CONFLICT");
        assertThat(conflict.get("instanceId").asString()).isEqualTo(id);
        Api bob = server.as(ann.tenantId(), "bob", "admin");
        assertThat(pool.createAs(bob, "idempotencyKey", key).ok().get("id").asString())
                .isNotEqualTo(id);
        assertThat(pool.used("vcpu")).isEqualTo(2);
        ann.call("instances.delete", "instanceId", id).ok();
        ann.awaitState(id, "deleted");
        ann.call("flavors.archive", "poolId", pool.id(), "name", "small").ok();
        assertThat(pool.create("idempotencyKey", key).ok().get("state").asString())
                .isEqualTo("deleted");
    }

    private long revision(String id) {
        return ann.call("instances.get", "instanceId", id).ok().get("revision").asLong();
    }

    static List<String> idsOf(JsonNode page) {
        return StreamSupport.stream(page.get("items").spliterator(), false)
                .map(it -> it.get("id").asString())
                .toList();
    }
}
