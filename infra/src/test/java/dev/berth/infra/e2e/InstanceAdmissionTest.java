package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Admission over HTTP: what is refused and why, and that limits hold however many ask at once. */
class InstanceAdmissionTest {
    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();

    @Test
    void sixtyCreatesAgainstAQuotaForTwentyFive() {
        HostedPool pool = HostedPool.create(ann, 25, 1000, 100_000);
        pool.range("10.30.0.0/24");
        pool.readyNode(1000, 1000, 100_000);
        List<Api.Answer> answers = inParallel(60, () -> pool.create());
        List<Api.Answer> refused =
                answers.stream().filter(it -> it.status() != 200).toList();
        assertThat(answers.size() - refused.size()).isEqualTo(25);
        for (Api.Answer answer : refused) {
            JsonNode details = answer.refused("QUOTA_EXCEEDED");
            assertThat(details.get("resource").asString()).isEqualTo("vcpu");
            assertThat(details.get("max").asLong()).isEqualTo(25);
            assertThat(details.get("used").asLong()).isEqualTo(25);
            assertThat(details.get("requested").asLong()).isEqualTo(1);
        }
        assertThat(pool.used("vcpu")).isEqualTo(25);
        assertThat(pool.used("diskGiB")).isEqualTo(250);
        List<String> ids =
                InstanceLifeTest.idsOf(ann.call("instances.list", "limit", 200).ok());
        assertThat(ids).hasSize(25);
        inParallel(50, ids, id -> ann.call("instances.delete", "instanceId", id));
        ids.forEach(id -> ann.awaitState(id, "deleted"));
        assertThat(pool.used("vcpu")).isZero();
        assertThat(pool.used("memoryGiB")).isZero();
        assertThat(pool.used("diskGiB")).isZero();
        ann.await(
                it -> it.get("items").get(0).get("leased").asLong() == 0
                        && it.get("items").size() == 1,
                "addressRanges.list",
                "poolId",
                pool.id());
        JsonNode node =
                ann.call("nodes.list", "poolId", pool.id()).ok().get("items").get(0);
        assertThat(node.get("allocated").get("vcpu").asInt()).isZero();
        assertThat(node.get("allocated").get("diskGiB").asInt()).isZero();
    }

    @Test
    void sixtyCreatesAgainstTwentyFiveAddresses() {
        HostedPool pool = HostedPool.create(ann, 1000, 1000, 100_000);
        String range = ann.call(
                        "addressRanges.create",
                        "poolId",
                        pool.id(),
                        "cidr",
                        "10.31.0.0/24",
                        "first",
                        "10.31.0.10",
                        "last",
                        "10.31.0.34")
                .ok()
                .get("id")
                .asString();
        pool.readyNode(1000, 1000, 100_000);
        List<Api.Answer> answers = inParallel(60, () -> pool.create());
        List<Api.Answer> admitted =
                answers.stream().filter(it -> it.status() == 200).toList();
        assertThat(admitted).hasSize(25);
        answers.stream().filter(it -> it.status() != 200).forEach(it -> {
            assertThat(it.refused("CAPACITY_UNAVAILABLE").get("resource").asString())
                    .isEqualTo("address");
            assertThat(it.status()).isEqualTo(503);
            assertThat(it.raw().headers().firstValue("Retry-After")).isPresent();
        });
        assertThat(admitted.stream()
                        .map(it ->
                                it.body().get("addresses").get(0).get("address").asString())
                        .collect(Collectors.toSet()))
                .hasSize(25);
        assertThat(pool.used("vcpu")).isEqualTo(25);
        JsonNode view = ann.call("addressRanges.list", "poolId", pool.id())
                .ok()
                .get("items")
                .get(0);
        assertThat(view.get("id").asString()).isEqualTo(range);
        assertThat(view.get("total").asLong()).isEqualTo(25);
        assertThat(view.get("leased").asLong()).isEqualTo(25);
    }

    @Test
    void sixtyCreatesAgainstRoomForTwentyFive() {
        HostedPool pool = HostedPool.create(ann, 1000, 1000, 100_000);
        pool.range("10.32.0.0/24");
        pool.readyNode(15, 1000, 100_000);
        pool.readyNode(10, 1000, 100_000);
        List<Api.Answer> answers = inParallel(60, () -> pool.create());
        assertThat(answers).allMatch(it -> it.status() == 200);
        assertThat(answers.stream().filter(it -> it.body().has("nodeId"))).hasSize(25);
        List<JsonNode> waiting = answers.stream()
                .map(Api.Answer::body)
                .filter(it -> !it.has("nodeId"))
                .toList();
        for (JsonNode it : waiting) {
            assertThat(it.get("state").asString()).isEqualTo("scheduling");
            JsonNode condition = it.get("conditions").get(0);
            assertThat(condition.get("type").asString()).isEqualTo("Unschedulable");
            assertThat(condition.get("reason").asString()).isEqualTo("vcpu");
        }
        assertThat(pool.used("vcpu")).isEqualTo(60);
        for (JsonNode node : ann.call("nodes.list", "poolId", pool.id()).ok().get("items")) {
            assertThat(node.get("allocated").get("vcpu").asInt())
                    .isEqualTo(node.get("capacity").get("vcpu").asInt());
        }
        pool.readyNode(100, 1000, 100_000);
        waiting.forEach(it -> ann.awaitState(it.get("id").asString(), "running"));
    }

    @Test
    void twoIdenticalCreatesAtOnceAreOneInstance() {
        HostedPool pool = HostedPool.roomy(ann);
        String key = UUID.randomUUID().toString();
        List<Api.Answer> answers = inParallel(8, () -> pool.create("idempotencyKey", key));
        assertThat(answers).allMatch(it -> it.status() == 200);
        assertThat(answers.stream().map(it -> it.text("id")).collect(Collectors.toSet()))
                .hasSize(1);
        assertThat(pool.used("vcpu")).isEqualTo(1);
        JsonNode events = ann.call(
                        "events.list",
                        "resourceId",
                        answers.getFirst().text("id"),
                        "types",
                        List.of("instance.created"))
                .ok();
        assertThat(events.get("items")).hasSize(1);
    }

    @Test
    void whatIsMissingIsNamed() {
        HostedPool pool = HostedPool.roomy(ann);
        Api stranger = server.newTenant();
        assertThat(pool.createAs(stranger).refused("NOT_FOUND").get("resource").asString())
                .isEqualTo("compute-pool/" + pool.id());
        pool.create("flavor", "none").refused("NOT_FOUND");
        pool.create("imageId", "none").refused("NOT_FOUND");
        pool.create("projectId", "prj_" + "0".repeat(26)).refused("NOT_FOUND");
        ann.call(
                        "images.register",
                        "imageId",
                        "initrd",
                        "kind",
                        "ramdisk",
                        "digest",
                        "sha256:" + "cd".repeat(32),
                        "sourceUrl",
                        "https://images.example.com/initrd")
                .ok();
        pool.create("imageId", "initrd").refused("NOT_FOUND");
        ann.call("flavors.archive", "poolId", pool.id(), "name", "large").ok();
        pool.create("flavor", "large").refused("NOT_FOUND");
        ann.call("pools.archive", "poolId", pool.id()).ok();
        pool.create().refused("NOT_FOUND");
    }

    @Test
    void otherKindsOfPools() {
        String bare = pool("bare-metal");
        ann.call("flavors.create", "poolId", bare, "name", "small", "vcpu", 1, "memoryGiB", 1, "diskGiB", 10)
                .ok();
        create(bare).refused("INVALID_INPUT");
        String provider = pool("provider");
        create(provider).refused("NOT_FOUND");
        ann.call("flavors.create", "poolId", provider, "name", "small", "vcpu", 1, "memoryGiB", 1, "diskGiB", 10)
                .ok();
        create(provider).refused("INVALID_STATE");
    }

    @Test
    void anOfferedPoolIsTheGuestsUntilItIsWithdrawn() {
        HostedPool pool = HostedPool.roomy(ann);
        Api guest = server.newTenant();
        ann.call(
                        "pools.offer",
                        "poolId",
                        pool.id(),
                        "toTenantId",
                        guest.tenantId(),
                        "quotas",
                        java.util.Map.of("vcpu", 2, "memoryGiB", 2, "diskGiB", 20))
                .ok();
        guest.call(
                        "images.register",
                        "imageId",
                        HostedPool.IMAGE,
                        "kind",
                        "os",
                        "digest",
                        "sha256:" + "ab".repeat(32),
                        "sourceUrl",
                        "https://images.example.com/debian-13.qcow2")
                .ok();
        String id = pool.createAs(guest).ok().get("id").asString();
        guest.awaitState(id, "running");
        pool.createAs(guest).ok();
        pool.createAs(guest).refused("QUOTA_EXCEEDED");
        assertThat(pool.used("vcpu")).isZero();
        JsonNode seen = guest.call("pools.get", "poolId", pool.id()).ok();
        assertThat(seen.has("offeredTo")).isFalse();
        guest.call("pools.archive", "poolId", pool.id()).refused("ACCESS_DENIED");
        ann.call("pools.withdraw", "poolId", pool.id(), "toTenantId", guest.tenantId())
                .ok();
        pool.createAs(guest).refused("NOT_FOUND");
        assertThat(guest.call("instances.get", "instanceId", id)
                        .ok()
                        .get("state")
                        .asString())
                .isEqualTo("running");
        assertThat(guest.call("quotas.get", "poolId", pool.id(), "resource", "vcpu")
                        .ok()
                        .get("used")
                        .asLong())
                .isEqualTo(2);
    }

    private String pool(String kind) {
        return ann.call(
                        "pools.create",
                        "name",
                        kind + "-" + UUID.randomUUID(),
                        "kind",
                        kind,
                        "quotas",
                        java.util.Map.of("vcpu", 10, "memoryGiB", 10, "diskGiB", 100),
                        "idempotencyKey",
                        UUID.randomUUID().toString())
                .ok()
                .get("id")
                .asString();
    }

    private Api.Answer create(String poolId) {
        return ann.call(
                "instances.create",
                "poolId",
                poolId,
                "flavor",
                "small",
                "imageId",
                "debian-13",
                "idempotencyKey",
                UUID.randomUUID().toString());
    }

    static List<Api.Answer> inParallel(int times, Callable<Api.Answer> call) {
        return all(IntStream.range(0, times)
                .<Callable<Api.Answer>>mapToObj(i -> call)
                .toList());
    }

    /** Each id asked for at least once, in {@code times} calls. */
    private static void inParallel(int times, List<String> ids, java.util.function.Function<String, Api.Answer> call) {
        all(IntStream.range(0, times)
                        .<Callable<Api.Answer>>mapToObj(i -> () -> call.apply(ids.get(i % ids.size())))
                        .toList())
                .forEach(Api.Answer::ok);
    }

    private static List<Api.Answer> all(List<Callable<Api.Answer>> calls) {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Api.Answer>> answers = new ArrayList<>(threads.invokeAll(calls));
            List<Api.Answer> out = new ArrayList<>();
            for (Future<Api.Answer> answer : answers) {
                out.add(answer.get());
            }
            return out;
        } catch (Exception e) {
            throw new IllegalStateException("A parallel call failed", e);
        }
    }
}
