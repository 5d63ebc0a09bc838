package dev.berth.infra.e2e.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.Api;
import dev.berth.infra.e2e.BerthServer;
import dev.berth.infra.e2e.Eventually;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** A tenant with everything that is needed to ask for each operation once, all at the same time. */
final class Stage {
    private static final int SIZE = 10;

    final ProviderPool pool;
    private final Cloud cloud;
    private final String attachTo;
    private final String detachFrom;
    private final String source;
    private final Map<Operation, String> ids = new EnumMap<>(Operation.class);
    private int subnets;

    Stage(BerthServer server, Cloud cloud, int number) {
        this(ProviderPool.create(server, cloud), cloud, number);
    }

    Stage(ProviderPool pool, Cloud cloud, int number) {
        this.cloud = cloud;
        this.pool = pool;
        this.subnets = 2 * number;
        attachTo = pool.machine();
        detachFrom = pool.machine();
        ids.put(Operation.MACHINE_DELETE, pool.machine());
        for (Operation it : Set.of(
                Operation.ATTACH, Operation.RESIZE, Operation.SNAPSHOT, Operation.RESTORE, Operation.VOLUME_DELETE)) {
            ids.put(it, pool.volume(SIZE));
        }
        ids.put(Operation.DETACH, pool.volume(SIZE, "instanceId", detachFrom));
        ids.put(Operation.NETWORK_DELETE, network());
        ids.values().stream().filter(it -> it.startsWith("pvol_")).forEach(it -> pool.volumeIs(it, "ready"));
        source = pool.snapshot(ids.get(Operation.RESTORE));
        pool.networkIs(ids.get(Operation.NETWORK_DELETE), "ready");
        pool.snapshotIs(source, "ready");
        pool.attachmentIs(ids.get(Operation.DETACH), "attached");
        pool.api.awaitState(attachTo, "running");
        pool.api.awaitState(detachFrom, "running");
        pool.api.awaitState(ids.get(Operation.MACHINE_DELETE), "running");
    }

    private Stage(Stage before, ProviderPool pool) {
        this.cloud = before.cloud;
        this.pool = pool;
        this.attachTo = before.attachTo;
        this.detachFrom = before.detachFrom;
        this.source = before.source;
        this.ids.putAll(before.ids);
    }

    /** The same, at another server. */
    Stage on(Api other) {
        return new Stage(this, pool.on(other));
    }

    private String network() {
        return pool.network("172.20.%d.0/24".formatted(subnets++));
    }

    /** The path of the operation's request at the provider. */
    String path(Operation operation) {
        return switch (operation) {
            case VOLUME_CREATE, RESTORE -> "/v2/volumes";
            case ATTACH, DETACH, RESIZE -> "/v2/volumes/" + atProvider(operation) + "/actions";
            case SNAPSHOT -> "/v2/volumes/" + atProvider(operation) + "/snapshots";
            case VOLUME_DELETE -> "/v2/volumes/" + atProvider(operation);
            case MACHINE_CREATE -> "/v2/droplets";
            case MACHINE_DELETE ->
                "/v2/droplets/"
                        + instance(ids.get(operation)).get("providerMachineId").asString() + "*";
            case NETWORK_CREATE -> "/v2/vpcs";
            case NETWORK_DELETE ->
                "/v2/vpcs/"
                        + pool.api
                                .call("networks.get", "networkId", ids.get(operation))
                                .ok()
                                .get("subnets")
                                .get(0)
                                .get("providerId")
                                .asString();
        };
    }

    private String atProvider(Operation operation) {
        return pool.volume(ids.get(operation)).get("providerVolumeId").asString();
    }

    private JsonNode instance(String id) {
        return pool.api.call("instances.get", "instanceId", id).ok();
    }

    /** Asks for it; answers the resource's id. */
    String ask(Operation operation) {
        String id = ids.get(operation);
        Api api = pool.api;
        switch (operation) {
            case VOLUME_CREATE -> id = pool.volume(SIZE);
            case ATTACH ->
                api.call("providerVolumes.attach", "volumeId", id, "instanceId", attachTo)
                        .ok();
            case DETACH -> api.call("providerVolumes.detach", "volumeId", id).ok();
            case RESIZE ->
                api.call("providerVolumes.resize", "volumeId", id, "sizeGiB", 2 * SIZE)
                        .ok();
            case SNAPSHOT -> id = pool.snapshot(id);
            case RESTORE ->
                id = ProviderPool.id(api.call(
                        "providerSnapshots.restore",
                        "snapshotId",
                        source,
                        "name",
                        ProviderPool.name("restored"),
                        "idempotencyKey",
                        ProviderPool.key()));
            case VOLUME_DELETE ->
                api.call("providerVolumes.delete", "volumeId", id).ok();
            case MACHINE_CREATE -> id = pool.machine();
            case MACHINE_DELETE ->
                api.call("instances.delete", "instanceId", id).ok();
            case NETWORK_CREATE -> id = network();
            case NETWORK_DELETE -> api.call("networks.delete", "networkId", id).ok();
        }
        ids.put(operation, id);
        return id;
    }

    /** Waits until it is where it ends. */
    void ends(Operation operation, String end) {
        String id = ids.get(operation);
        switch (operation) {
            case VOLUME_CREATE, RESTORE, VOLUME_DELETE -> pool.volumeIs(id, end);
            case ATTACH, DETACH -> pool.attachmentIs(id, end);
            case RESIZE ->
                pool.api.await(
                        it -> it.path("state").asString().equals("ready")
                                && it.path("sizeGiB").asString().equals(end)
                                && it.path("observedSizeGiB").asString().equals(end),
                        "providerVolumes.get",
                        "volumeId",
                        id);
            case SNAPSHOT -> pool.snapshotIs(id, end);
            case MACHINE_CREATE, MACHINE_DELETE -> pool.api.awaitState(id, end);
            case NETWORK_CREATE, NETWORK_DELETE -> pool.networkIs(id, end);
        }
    }

    /** Deletes all that is left, and sees that the provider has nothing more and the tenant is charged for nothing. */
    void clear() {
        exact();
        Api api = pool.api;
        for (JsonNode it : items("instances.list")) {
            api.call("instances.delete", "instanceId", it.get("id").asString()).ok();
        }
        Eventually.is(() -> items("instances.list").isEmpty());
        for (JsonNode it : items("providerSnapshots.list")) {
            api.call("providerSnapshots.delete", "snapshotId", it.get("id").asString())
                    .ok();
        }
        for (JsonNode it : items("providerVolumes.list")) {
            api.call("providerVolumes.detach", "volumeId", it.get("id").asString())
                    .ok();
            pool.attachmentIs(it.get("id").asString(), "none");
            api.call("providerVolumes.delete", "volumeId", it.get("id").asString())
                    .ok();
        }
        for (JsonNode it : items("networks.list")) {
            api.call("networks.delete", "networkId", it.get("id").asString()).ok();
        }
        Eventually.is(() -> items("providerSnapshots.list").isEmpty()
                && items("providerVolumes.list").isEmpty()
                && items("networks.list").isEmpty());
        exact();
        assertThat(pool.used("diskGiB")).isZero();
        assertThat(pool.used("vcpu")).isZero();
    }

    private JsonNode items(String method) {
        return pool.api.call(method).ok().get("items");
    }

    /** The provider has what the tenant has, each once, with the same size and on the same machine; and the charge is exact. */
    void exact() {
        try {
            Eventually.is(() -> recorded().equals(real()));
        } catch (AssertionError e) {
            assertThat(real()).isEqualTo(recorded());
        }
        long disk = 0;
        for (JsonNode it : items("providerVolumes.list")) {
            disk += it.get("sizeGiB").asLong();
        }
        assertThat(pool.used("diskGiB")).isEqualTo(disk);
        assertThat(pool.used("vcpu")).isEqualTo(items("instances.list").size());
    }

    private Set<String> recorded() {
        Set<String> all = new TreeSet<>();
        Map<String, String> machines = new java.util.HashMap<>();
        for (JsonNode it : items("instances.list")) {
            if (it.has("providerMachineId")) {
                machines.put(
                        it.get("id").asString(), it.get("providerMachineId").asString());
                all.add("machine " + it.get("providerMachineId").asString());
            }
        }
        for (JsonNode it : items("providerVolumes.list")) {
            String on = machines.getOrDefault(
                    it.path("attachment").path("instanceId").asString(""), "nothing");
            all.add("volume %s of %s on %s"
                    .formatted(
                            it.path("providerVolumeId").asString(),
                            it.path("observedSizeGiB").asString(),
                            on));
        }
        int snapshots = 0;
        for (JsonNode it : items("providerSnapshots.list")) {
            snapshots += it.get("state").asString().equals("ready") ? 1 : 0;
        }
        all.add(snapshots + " snapshots");
        for (JsonNode it : items("networks.list")) {
            all.add("network " + it.get("subnets").get(0).path("providerId").asString());
        }
        return all;
    }

    /** What the provider has in all: nobody else uses it. */
    private Set<String> real() {
        Set<String> all = new TreeSet<>();
        cloud.droplets().forEach(it -> all.add("machine " + it.get("id").asString()));
        cloud.volumes()
                .forEach(it -> all.add("volume %s of %s on %s"
                        .formatted(
                                it.get("id").asString(),
                                it.get("size_gigabytes").asString(),
                                it.path("droplet_ids").isEmpty()
                                        ? "nothing"
                                        : it.path("droplet_ids").get(0).asString())));
        all.add(cloud.snapshots().size() + " snapshots");
        cloud.vpcs().forEach(it -> all.add("network " + it.get("id").asString()));
        return all;
    }
}
