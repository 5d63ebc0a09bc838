package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Hosts and address ranges of hosted pools. */
class NodesTest {
    private static final Map<String, Integer> CAPACITY = Map.of("vcpu", 8, "memoryGiB", 8, "diskGiB", 80);

    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();
    private final HostedPool pool = HostedPool.create(ann, 100, 100, 1000);

    private Api.Answer register(String poolId, String name, String driver, String key) {
        return ann.call(
                "nodes.register",
                "poolId",
                poolId,
                "name",
                name,
                "driver",
                driver,
                "capacity",
                CAPACITY,
                "idempotencyKey",
                key);
    }

    private String poolOf(String kind) {
        return ann.call(
                        "pools.create",
                        "name",
                        kind,
                        "kind",
                        kind,
                        "quotas",
                        Map.of(),
                        "idempotencyKey",
                        UUID.randomUUID().toString())
                .ok()
                .get("id")
                .asString();
    }

    @Test
    void aHostIsRegisteredOnce() {
        JsonNode node = register(pool.id(), "host-1", "simulated", "k").ok();
        String id = node.get("id").asString();
        assertThat(node.get("state").asString()).isIn("pending", "ready");
        assertThat(node.get("capacity").get("gpus").asInt()).isZero();
        assertThat(node.get("allocated").get("vcpu").asInt()).isZero();
        assertThat(register(pool.id(), "host-1", "simulated", "k")
                        .ok()
                        .get("id")
                        .asString())
                .isEqualTo(id);
        assertThat(register(pool.id(), "host-2", "simulated", "k")
                        .refused("CONFLICT")
                        .get("nodeId")
                        .asString())
                .isEqualTo(id);
        assertThat(register(pool.id(), "host-1", "simulated", "k2")
                        .refused("CONFLICT")
                        .get("nodeId")
                        .asString())
                .isEqualTo(id);
        ann.await(it -> it.path("state").asString("").equals("ready"), "nodes.get", "nodeId", id);
        assertThat(PoolsTest.all(ann.call("nodes.list", "poolId", pool.id()).ok(), "id"))
                .containsExactly(id);
    }

    @Test
    void whereNoHostCanBe() {
        assertThat(register(pool.id(), "a", "libvirt", "1")
                        .refused("UNSUPPORTED")
                        .get("reason")
                        .asString())
                .isEqualTo("driver");
        register(poolOf("provider"), "b", "simulated", "2").refused("INVALID_INPUT");
        register(poolOf("bare-metal"), "c", "simulated", "3").refused("INVALID_INPUT");
        register("pool_" + "0".repeat(26), "d", "simulated", "4").refused("NOT_FOUND");
        String archived = poolOf("vps-host");
        ann.call("pools.archive", "poolId", archived).ok();
        register(archived, "e", "simulated", "5").refused("INVALID_STATE");
        ann.call("addressRanges.create", "poolId", archived, "cidr", "10.0.0.0/24")
                .refused("INVALID_STATE");
        ann.call("nodes.list", "poolId", archived).ok();
        ann.call("nodes.get", "nodeId", "node_" + "0".repeat(26)).refused("NOT_FOUND");
    }

    @Test
    void cordonDrainAndRemove() {
        pool.range("10.50.0.0/24");
        String node = pool.readyNode(8, 8, 80);
        String instance = pool.running();
        assertThat(ann.call("nodes.cordon", "nodeId", node).ok().get("state").asString())
                .isEqualTo("cordoned");
        String waits = pool.create().ok().get("id").asString();
        assertThat(ann.call("instances.get", "instanceId", waits)
                        .ok()
                        .get("state")
                        .asString())
                .isEqualTo("scheduling");
        assertThat(ann.call("nodes.uncordon", "nodeId", node).ok().get("state").asString())
                .isEqualTo("ready");
        ann.awaitState(waits, "running");
        JsonNode drained = ann.call("nodes.drain", "nodeId", node).ok();
        assertThat(drained.get("state").asString()).isEqualTo("draining");
        assertThat(drained.get("instances").valueStream().map(JsonNode::asString))
                .containsExactlyInAnyOrder(instance, waits);
        JsonNode lowered = ann.call(
                        "nodes.update", "nodeId", node, "capacity", Map.of("vcpu", 1, "memoryGiB", 1, "diskGiB", 1))
                .ok();
        assertThat(lowered.get("allocated").get("vcpu").asInt()).isEqualTo(2);
        assertThat(ann.call("nodes.remove", "nodeId", node)
                        .refused("INVALID_STATE")
                        .get("state")
                        .asString())
                .isEqualTo("draining");
        assertThat(ann.call("nodes.remove", "nodeId", node, "gone", true)
                        .ok()
                        .get("state")
                        .asString())
                .isEqualTo("removed");
        ann.awaitState(instance, "lost");
        ann.awaitState(waits, "lost");
        for (String method : new String[] {"nodes.cordon", "nodes.uncordon", "nodes.drain"}) {
            assertThat(ann.call(method, "nodeId", node)
                            .refused("INVALID_STATE")
                            .get("state")
                            .asString())
                    .isEqualTo("removed");
        }
        ann.call("instances.delete", "instanceId", instance).ok();
        ann.call("instances.delete", "instanceId", waits).ok();
        ann.awaitState(instance, "deleted");
        ann.awaitState(waits, "deleted");
        assertThat(pool.used("vcpu")).isZero();
    }

    @Test
    void rangesHoldWhatTheyAreToldTo() {
        JsonNode whole = ann.call("addressRanges.create", "poolId", pool.id(), "cidr", "10.60.0.0/29")
                .ok();
        assertThat(whole.get("first").asString()).isEqualTo("10.60.0.1");
        assertThat(whole.get("last").asString()).isEqualTo("10.60.0.6");
        assertThat(whole.get("total").asLong()).isEqualTo(6);
        assertThat(whole.get("leased").asLong()).isZero();
        String id = whole.get("id").asString();
        assertThat(ann.call("addressRanges.create", "poolId", pool.id(), "cidr", "10.60.0.0/24")
                        .refused("CONFLICT")
                        .get("rangeId")
                        .asString())
                .isEqualTo(id);
        for (String bad : new String[] {"10.60.1.1/24", "10.60.0.0", "10.60.0.0/33", "x", "::/64", "10.60.0.256/30"}) {
            JsonNode violations = ann.call("addressRanges.create", "poolId", pool.id(), "cidr", bad)
                    .refused("INVALID_INPUT")
                    .get("violations");
            assertThat(violations.get(0).get("field").asString()).as(bad).isEqualTo("cidr");
        }
        ann.call("addressRanges.create", "poolId", pool.id(), "cidr", "10.61.0.0/24", "first", "10.62.0.1")
                .refused("INVALID_INPUT");
        ann.call(
                        "addressRanges.create",
                        "poolId",
                        pool.id(),
                        "cidr",
                        "10.61.0.0/24",
                        "first",
                        "10.61.0.9",
                        "last",
                        "10.61.0.8")
                .refused("INVALID_INPUT");
        pool.readyNode(8, 8, 80);
        JsonNode instance = pool.create().ok();
        assertThat(instance.get("addresses").get(0).get("address").asString()).isEqualTo("10.60.0.1");
        ann.call("addressRanges.delete", "rangeId", id).refused("INVALID_STATE");
        String instanceId = instance.get("id").asString();
        ann.call("instances.delete", "instanceId", instanceId).ok();
        ann.awaitState(instanceId, "deleted");
        assertThat(ann.call("addressRanges.delete", "rangeId", id).ok().has("deletedAt"))
                .isTrue();
        assertThat(ann.call("addressRanges.list", "poolId", pool.id()).ok().get("items"))
                .isEmpty();
        assertThat(ann.call("addressRanges.list", "poolId", pool.id(), "includeDeleted", true)
                        .ok()
                        .get("items"))
                .hasSize(1);
        ann.call("addressRanges.create", "poolId", pool.id(), "cidr", "10.60.0.0/24")
                .ok();
        ann.call("addressRanges.delete", "rangeId", "rng_" + "0".repeat(26)).refused("NOT_FOUND");
    }
}
