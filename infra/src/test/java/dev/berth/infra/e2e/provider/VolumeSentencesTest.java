package dev.berth.infra.e2e.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.Api;
import dev.berth.infra.e2e.BerthServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is promised of volumes, shares and snapshots that exist at a provider. */
class VolumeSentencesTest {
    private static BerthServer server;
    private static Cloud cloud;

    private final ProviderPool pool = ProviderPool.create(server, cloud);

    @BeforeAll
    static void start() {
        server = Cloud.server("--berth.reconcile.pass=1s");
        cloud = new Cloud(server);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void quick() {
        cloud.clearFaults();
        cloud.latency("{'actionMs':60}");
    }

    private List<String> events(String id) {
        return pool.api
                .call("events.list", "resourceId", id, "limit", 500)
                .ok()
                .get("items")
                .valueStream()
                .map(it -> it.get("type").asString())
                .toList();
    }

    private static List<String> violations(JsonNode details) {
        return details.get("violations")
                .valueStream()
                .map(it -> it.get("field").asString())
                .toList();
    }

    private Api.Answer share(String networkId, int sizeGiB) {
        return pool.api.call(
                "providerVolumes.create",
                "poolId",
                pool.poolId,
                "name",
                ProviderPool.name("share"),
                "region",
                Cloud.REGION,
                "sizeGiB",
                sizeGiB,
                "kind",
                "shared",
                "networkId",
                networkId,
                "idempotencyKey",
                ProviderPool.key());
    }

    private long deletes() {
        return cloud.asked(0).stream()
                .filter(it -> it.method().equals("DELETE"))
                .count();
    }

    @Test
    void aReadyVolumeTellsItsDeviceAndItsName() {
        String name = ProviderPool.name("data");
        String id = pool.readyVolume(3, "filesystem", "xfs", "name", name);
        JsonNode ready = pool.volume(id);
        assertThat(ready.get("device").asString()).isEqualTo("/dev/disk/by-id/scsi-0DO_Volume_" + name);
        assertThat(ready.get("observedSizeGiB").asInt()).isEqualTo(3);
        assertThat(events(id)).containsExactly("providerVolume.created", "providerVolume.ready");
        JsonNode atProvider = cloud.ok(
                        "GET", "/v2/volumes/" + ready.get("providerVolumeId").asString(), "")
                .get("volume");
        assertThat(atProvider.get("name").asString()).isEqualTo(name);
        assertThat(atProvider.get("filesystem_type").asString()).isEqualTo("xfs");
        // The name is another tenant's to use, but the provider has one of each.
        ProviderPool other = ProviderPool.create(server, cloud);
        String second = other.readyVolume(1, "name", name);
        assertThat(other.volume(second).get("device").asString())
                .startsWith("/dev/disk/by-id/scsi-0DO_Volume_" + name + "-");
    }

    @Test
    void aShareIsMadeInANetworkAndForMachinesOfThatAlone() {
        // A region's first machine brings its default network, which can't be deleted; ours must not become that.
        String alone = pool.running();
        String network = pool.network("10.41.0.0/24");
        pool.networkIs(network, "ready");
        JsonNode tooSmall = share(network, 49).refused("INVALID_INPUT");
        assertThat(tooSmall.get("reason").asString()).isEqualTo("size");
        assertThat(pool.used("diskGiB")).isZero();
        String share = ProviderPool.id(share(network, 50));
        JsonNode ready = pool.volumeIs(share, "ready");
        assertThat(ready.at("/mount/type").asString()).isEqualTo("nfs4");
        assertThat(ready.at("/mount/source").asString()).matches("[^:]+:/.+");
        assertThat(ready.get("attachments")).isEmpty();
        assertThat(ready.has("attachment")).isFalse();
        pool.api.call("networks.delete", "networkId", network).refused("INVALID_STATE");

        assertThat(violations(pool.api
                        .call("providerVolumes.attach", "volumeId", share, "instanceId", alone)
                        .refused("INVALID_INPUT")))
                .containsExactly("instanceId");
        pool.api.call("instances.delete", "instanceId", alone).ok();
        pool.api.awaitState(alone, "deleted");
        pool.api.call("providerVolumes.delete", "volumeId", share).ok();
        pool.volumeIs(share, "deleted");
        pool.api.call("networks.delete", "networkId", network).ok();
        pool.networkIs(network, "deleted");
    }

    @Test
    void aShareIsDetachedFromTheMachineThatIsNamed() {
        String network = pool.network("10.42.0.0/24");
        pool.networkIs(network, "ready");
        pool.api
                .call("pools.update", "poolId", pool.poolId, "networkId", network)
                .ok();
        String one = pool.running();
        String two = pool.running();
        String share = ProviderPool.id(share(network, 50));
        pool.api
                .call("providerVolumes.attach", "volumeId", share, "instanceId", one)
                .ok();
        pool.api
                .call("providerVolumes.attach", "volumeId", share, "instanceId", two)
                .ok();
        pool.api.await(
                it -> it.path("attachments")
                                .valueStream()
                                .filter(a -> a.get("state").asString().equals("attached"))
                                .count()
                        == 2,
                "providerVolumes.get",
                "volumeId",
                share);
        assertThat(violations(pool.api
                        .call("providerVolumes.detach", "volumeId", share)
                        .refused("INVALID_INPUT")))
                .containsExactly("instanceId");
        pool.api.call("providerVolumes.delete", "volumeId", share).refused("INVALID_STATE");
        pool.api
                .call("providerVolumes.detach", "volumeId", share, "instanceId", one)
                .ok();
        JsonNode left =
                pool.api.await(it -> it.path("attachments").size() == 1, "providerVolumes.get", "volumeId", share);
        assertThat(left.at("/attachments/0/instanceId").asString()).isEqualTo(two);
        assertThat(events(share)).contains("providerVolume.attached", "providerVolume.detached");
        String snapshot = pool.snapshot(share);
        pool.snapshotIs(snapshot, "ready");
        assertThat(pool.api
                        .call(
                                "providerSnapshots.restore",
                                "snapshotId",
                                snapshot,
                                "name",
                                ProviderPool.name("no"),
                                "idempotencyKey",
                                ProviderPool.key())
                        .refused("UNSUPPORTED")
                        .get("reason")
                        .asString())
                .isEqualTo("restoreShared");
    }

    @Test
    void whileItIsBeingDetachedItIsAttachedToNothing() {
        String machine = pool.running();
        String volume = pool.volume(1, "instanceId", machine);
        pool.attachmentIs(volume, "attached");
        cloud.latency("{'actionMs':3000}");
        JsonNode detaching =
                pool.api.call("providerVolumes.detach", "volumeId", volume).ok();
        assertThat(detaching.at("/attachment/state").asString()).isEqualTo("detaching");
        assertThat(detaching.at("/attachment/desiredState").asString()).isEqualTo("detached");
        pool.api
                .call("providerVolumes.attach", "volumeId", volume, "instanceId", machine)
                .refused("INVALID_STATE");
        assertThat(pool.api.call("providerVolumes.detach", "volumeId", volume).text("id"))
                .isEqualTo(volume);
        pool.attachmentIs(volume, "none");
        assertThat(events(volume)).endsWith("providerVolume.attached", "providerVolume.detached");
        pool.api
                .call("providerVolumes.attach", "volumeId", volume, "instanceId", machine)
                .ok();
        pool.attachmentIs(volume, "attached");
    }

    @Test
    void aCreateThatIsRefusedIsToldAndDeletedWithoutACall() {
        cloud.fault("{'method':'POST','path':'/v2/volumes','times':1000,'effect':'status','status':403,"
                + "'message':'volume limit exceeded'}");
        String volume = pool.volume(1);
        JsonNode errored = pool.volumeIs(volume, "error");
        assertThat(errored.get("message").asString()).contains("volume limit exceeded");
        assertThat(pool.used("diskGiB")).isEqualTo(1);
        assertThat(events(volume)).containsExactly("providerVolume.created", "providerVolume.error");
        long before = deletes();
        pool.api.call("providerVolumes.delete", "volumeId", volume).ok();
        pool.volumeIs(volume, "deleted");
        assertThat(deletes()).isEqualTo(before);
        assertThat(pool.used("diskGiB")).isZero();
    }

    @Test
    void aSnapshotOutlivesItsVolumeAndIsRestored() {
        String volume = pool.readyVolume(4);
        String snapshot = pool.snapshot(volume);
        pool.snapshotIs(snapshot, "ready");
        // The provider takes one of a volume in ten minutes: the next one waits, and goes as it came.
        String waiting = pool.snapshot(volume);
        pool.api.call("providerVolumes.delete", "volumeId", volume).ok();
        pool.api.call("providerSnapshots.delete", "snapshotId", waiting).ok();
        pool.snapshotIs(waiting, "deleted");
        pool.volumeIs(volume, "deleted");
        Object[] restore = {
            "snapshotId", snapshot, "name", ProviderPool.name("again"), "idempotencyKey", ProviderPool.key()
        };
        assertThat(violations(pool.api
                        .call(
                                "providerSnapshots.restore",
                                "snapshotId",
                                snapshot,
                                "name",
                                ProviderPool.name("small"),
                                "sizeGiB",
                                3,
                                "idempotencyKey",
                                ProviderPool.key())
                        .refused("INVALID_INPUT")))
                .containsExactly("sizeGiB");
        JsonNode made = pool.api.call("providerSnapshots.restore", restore).ok();
        String restored = made.get("id").asString();
        assertThat(made.get("sizeGiB").asInt()).isEqualTo(4);
        assertThat(made.get("poolId").asString()).isEqualTo(pool.poolId);
        assertThat(pool.api.call("providerSnapshots.restore", restore).text("id"))
                .isEqualTo(restored);
        pool.volumeIs(restored, "ready");
        assertThat(pool.used("diskGiB")).isEqualTo(4);
        assertThat(events(snapshot))
                .containsExactly("providerSnapshot.created", "providerSnapshot.ready", "providerSnapshot.restored");
    }
}
