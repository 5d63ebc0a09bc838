package dev.berth.infra.e2e;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** A hosted pool of a tenant with what an instance needs, made over HTTP. */
public final class HostedPool {
    /** The image that is registered with every pool. */
    public static final String IMAGE = "debian-13";

    private final Api api;
    private final String poolId;

    private HostedPool(Api api, String poolId) {
        this.api = api;
        this.poolId = poolId;
    }

    /** A pool with these limits, the flavors small (1 vcpu, 1 GiB, 10 GiB disk) and large (4, 8, 40), and an image. */
    public static HostedPool create(Api api, int vcpu, int memoryGiB, int diskGiB) {
        String poolId = api.call(
                        "pools.create",
                        "name",
                        "pool-" + suffix(),
                        "kind",
                        "vps-host",
                        "quotas",
                        Map.of("vcpu", vcpu, "memoryGiB", memoryGiB, "diskGiB", diskGiB),
                        "idempotencyKey",
                        suffix())
                .ok()
                .get("id")
                .asString();
        HostedPool pool = new HostedPool(api, poolId);
        pool.flavor("small", 1, 1, 10);
        pool.flavor("large", 4, 8, 40);
        api.call(
                "images.register",
                "imageId",
                IMAGE,
                "kind",
                "os",
                "digest",
                "sha256:" + "ab".repeat(32),
                "sourceUrl",
                "https://images.example.com/debian-13.qcow2");
        return pool;
    }

    /** A pool with room for hundreds of small instances. */
    public static HostedPool roomy(Api api) {
        HostedPool pool = create(api, 1000, 1000, 100_000);
        pool.range("10.20.0.0/22");
        pool.readyNode(1000, 1000, 100_000);
        return pool;
    }

    /** The same pool in the eyes of another caller, or at another server. */
    public HostedPool on(Api other) {
        return new HostedPool(other, poolId);
    }

    /** The pool's id. */
    public String id() {
        return poolId;
    }

    /** Adds a flavor. */
    public void flavor(String name, int vcpu, int memoryGiB, int diskGiB) {
        api.call(
                        "flavors.create",
                        "poolId",
                        poolId,
                        "name",
                        name,
                        "vcpu",
                        vcpu,
                        "memoryGiB",
                        memoryGiB,
                        "diskGiB",
                        diskGiB)
                .ok();
    }

    /** Adds a range of addresses and answers its id. */
    public String range(String cidr) {
        return api.call("addressRanges.create", "poolId", poolId, "cidr", cidr)
                .ok()
                .get("id")
                .asString();
    }

    /** Registers a simulated host, waits until it is ready, and answers its id. */
    public String readyNode(int vcpu, int memoryGiB, int diskGiB) {
        String nodeId = node(vcpu, memoryGiB, diskGiB);
        api.await(it -> it.path("state").asString("").equals("ready"), "nodes.get", "nodeId", nodeId);
        return nodeId;
    }

    /** Registers a simulated host and answers its id. */
    public String node(int vcpu, int memoryGiB, int diskGiB) {
        return api.call(
                        "nodes.register",
                        "poolId",
                        poolId,
                        "name",
                        "node-" + suffix(),
                        "driver",
                        "simulated",
                        "capacity",
                        Map.of("vcpu", vcpu, "memoryGiB", memoryGiB, "diskGiB", diskGiB),
                        "idempotencyKey",
                        suffix())
                .ok()
                .get("id")
                .asString();
    }

    /** Asks for a small instance with a key of its own, and more fields where given. */
    public Api.Answer create(Object... more) {
        return createAs(api, more);
    }

    /** Asks for a small instance in the name of somebody else. */
    public Api.Answer createAs(Api caller, Object... more) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("poolId", poolId);
        fields.put("flavor", "small");
        fields.put("imageId", IMAGE);
        fields.put("idempotencyKey", suffix());
        for (int i = 0; i < more.length; i += 2) {
            fields.put((String) more[i], more[i + 1]);
        }
        return caller.call(
                "instances.create",
                fields.entrySet().stream()
                        .flatMap(it -> java.util.stream.Stream.of(it.getKey(), it.getValue()))
                        .toArray());
    }

    /** A small instance that runs. */
    public String running(Object... more) {
        JsonNode created = create(more).ok();
        String id = created.get("id").asString();
        api.awaitState(id, "running");
        return id;
    }

    /** How much of a resource the caller's tenant uses in this pool. */
    public long used(String resource) {
        return api.call("quotas.get", "poolId", poolId, "resource", resource)
                .ok()
                .get("used")
                .asLong();
    }

    private static String suffix() {
        return UUID.randomUUID().toString();
    }
}
