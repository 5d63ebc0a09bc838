package dev.berth.infra.e2e.provider;

import dev.berth.infra.e2e.Api;
import dev.berth.infra.e2e.BerthServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** A provider pool of a tenant of its own, with an account at the simulator, made over HTTP. */
final class ProviderPool {
    static final String IMAGE = "debian-13-x64";

    final Api api;
    final String accountId;
    final String poolId;

    private ProviderPool(Api api, String accountId, String poolId) {
        this.api = api;
        this.accountId = accountId;
        this.poolId = poolId;
    }

    /** A pool with room for everything, and the flavor small. */
    static ProviderPool create(BerthServer server, Cloud cloud) {
        Api ann = server.newTenant();
        return create(ann, server.operator(ann.tenantId()), cloud);
    }

    /** The same of this tenant. */
    static ProviderPool create(Api ann, Api operator, Cloud cloud) {
        String accountId = id(operator.call(
                "accounts.create",
                "name",
                "cloud",
                "provider",
                "digitalocean",
                "regions",
                List.of(Cloud.REGION),
                "secretRef",
                cloud.secretRef(),
                "endpoint",
                cloud.uri().toString()));
        String poolId = id(ann.call(
                "pools.create",
                "name",
                "cloud",
                "kind",
                "provider",
                "accountId",
                accountId,
                "region",
                Cloud.REGION,
                "quotas",
                Map.of("vcpu", 1000, "memoryGiB", 1000, "diskGiB", 100_000),
                "idempotencyKey",
                key()));
        ann.call(
                        "flavors.create",
                        "poolId",
                        poolId,
                        "name",
                        "small",
                        "vcpu",
                        1,
                        "memoryGiB",
                        1,
                        "diskGiB",
                        25,
                        "providerSize",
                        "s-1vcpu-1gb")
                .ok();
        ann.call(
                        "images.register",
                        "imageId",
                        IMAGE,
                        "kind",
                        "os",
                        "digest",
                        "sha256:" + "ab".repeat(32),
                        "sourceUrl",
                        "https://images.example.com/debian-13.qcow2")
                .ok();
        return new ProviderPool(ann, accountId, poolId);
    }

    /** The same pool, at another server. */
    ProviderPool on(Api other) {
        return new ProviderPool(other, accountId, poolId);
    }

    static String key() {
        return UUID.randomUUID().toString();
    }

    static String id(Api.Answer answer) {
        return answer.ok().get("id").asString();
    }

    /** A name that no other volume of the deployment has. */
    static String name(String prefix) {
        return prefix + "-" + UUID.randomUUID().toString().substring(0, 8);
    }

    String machine(Object... more) {
        return id(call("instances.create", List.of("poolId", poolId, "flavor", "small", "imageId", IMAGE), more));
    }

    String running() {
        String id = machine();
        api.awaitState(id, "running");
        return id;
    }

    String volume(int sizeGiB, Object... more) {
        return id(call(
                "providerVolumes.create",
                List.of("poolId", poolId, "name", name("data"), "region", Cloud.REGION, "sizeGiB", sizeGiB),
                more));
    }

    String readyVolume(int sizeGiB, Object... more) {
        String id = volume(sizeGiB, more);
        volumeIs(id, "ready");
        return id;
    }

    String snapshot(String volumeId) {
        return id(call("providerVolumes.snapshot", List.of("volumeId", volumeId, "name", name("snap"))));
    }

    String network(String cidr) {
        return id(call(
                "networks.create",
                List.of(
                        "accountId",
                        accountId,
                        "name",
                        name("net"),
                        "subnets",
                        List.of(Map.of("region", Cloud.REGION, "cidr", cidr)))));
    }

    private Api.Answer call(String method, List<Object> fields, Object... more) {
        List<Object> all = new ArrayList<>(fields);
        all.addAll(List.of(more));
        all.addAll(List.of("idempotencyKey", key()));
        return api.call(method, all.toArray());
    }

    JsonNode volumeIs(String id, String state) {
        return api.await(it -> it.path("state").asString("").equals(state), "providerVolumes.get", "volumeId", id);
    }

    JsonNode attachmentIs(String id, String state) {
        return api.await(
                it -> it.path("attachment").path("state").asString("none").equals(state),
                "providerVolumes.get",
                "volumeId",
                id);
    }

    JsonNode snapshotIs(String id, String state) {
        return api.await(it -> it.path("state").asString("").equals(state), "providerSnapshots.get", "snapshotId", id);
    }

    JsonNode networkIs(String id, String state) {
        return api.await(it -> it.path("state").asString("").equals(state), "networks.get", "networkId", id);
    }

    JsonNode volume(String id) {
        return api.call("providerVolumes.get", "volumeId", id).ok();
    }

    long used(String resource) {
        return api.call("quotas.get", "poolId", poolId, "resource", resource)
                .ok()
                .get("used")
                .asLong();
    }
}
