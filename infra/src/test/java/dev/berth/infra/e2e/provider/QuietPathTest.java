package dev.berth.infra.e2e.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.BerthServer;
import dev.berth.infra.e2e.Eventually;
import dev.berth.infra.queue.Reconciler;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Everything goes well: what is asked for is made, changed and removed at the provider, with few requests. */
class QuietPathTest {
    private static BerthServer server;
    private static Cloud cloud;

    @BeforeAll
    static void start() {
        server = Cloud.server("--berth.reconcile.pass=10m", "--berth.reconcile.provider.poll=500ms");
        cloud = new Cloud(server);
    }

    @AfterAll
    static void stop() {
        double rearmed =
                server.bean(MeterRegistry.class).counter("berth.steps_rearmed").count();
        server.close();
        assertThat(rearmed).isZero();
    }

    @Test
    void aVolumeLivesOnAMachine() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        String machine = pool.running();
        int before = cloud.asked(0).size();
        String volume = pool.volume(10, "instanceId", machine);
        pool.attachmentIs(volume, "attached");
        List<Cloud.Asked> asked = cloud.asked(0);
        assertThat(asked.subList(before, asked.size())).hasSizeLessThanOrEqualTo(6);
        String atProvider = pool.volume(volume).get("providerVolumeId").asString();
        assertThat(cloud.ok("GET", "/v2/volumes/" + atProvider, "")
                        .path("volume")
                        .path("droplet_ids"))
                .hasSize(1);

        pool.api
                .call("providerVolumes.resize", "volumeId", volume, "sizeGiB", 20)
                .ok();
        pool.api.await(it -> it.path("observedSizeGiB").asInt() == 20, "providerVolumes.get", "volumeId", volume);
        String snapshot = pool.snapshot(volume);
        pool.snapshotIs(snapshot, "ready");
        String restored = ProviderPool.id(pool.api.call(
                "providerSnapshots.restore",
                "snapshotId",
                snapshot,
                "name",
                ProviderPool.name("restored"),
                "sizeGiB",
                30,
                "idempotencyKey",
                ProviderPool.key()));
        pool.api.await(
                it -> it.path("state").asString().equals("ready")
                        && it.path("observedSizeGiB").asInt() == 30,
                "providerVolumes.get",
                "volumeId",
                restored);

        pool.api.call("providerVolumes.detach", "volumeId", volume).ok();
        pool.attachmentIs(volume, "none");
        pool.api.call("providerSnapshots.delete", "snapshotId", snapshot).ok();
        pool.api.call("providerVolumes.delete", "volumeId", volume).ok();
        pool.api.call("providerVolumes.delete", "volumeId", restored).ok();
        pool.volumeIs(volume, "deleted");
        pool.volumeIs(restored, "deleted");
        pool.snapshotIs(snapshot, "deleted");
        pool.api.call("instances.stop", "instanceId", machine).ok();
        pool.api.awaitState(machine, "stopped");
        pool.api.call("instances.start", "instanceId", machine).ok();
        pool.api.awaitState(machine, "running");
        pool.api.call("instances.delete", "instanceId", machine).ok();
        pool.api.awaitState(machine, "deleted");
        assertThat(pool.used("diskGiB")).isZero();
        assertThat(pool.used("vcpu")).isZero();
        assertThat(cloud.volumes()).isEmpty();
        assertThat(cloud.droplets()).isEmpty();
        assertThat(cloud.snapshots()).isEmpty();
        Eventually.is(() -> server.bean(Reconciler.class).rows().depth() == 0);
    }

    @Test
    void aVolumeMayGoWithItsMachineAndAShareWithItsNetwork() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        String network = pool.network("10.31.0.0/24");
        pool.networkIs(network, "ready");
        pool.api
                .call("pools.update", "poolId", pool.poolId, "networkId", network)
                .ok();
        String machine = pool.machine();
        String going = pool.volume(5, "instanceId", machine, "deleteWithInstance", true);
        String staying = pool.volume(6, "instanceId", machine);
        String share = pool.volume(50, "kind", "shared", "networkId", network, "instanceId", machine);
        pool.api.awaitState(machine, "running");
        pool.attachmentIs(going, "attached");
        pool.attachmentIs(staying, "attached");
        pool.api.await(
                it -> it.path("attachments").path(0).path("state").asString("").equals("attached"),
                "providerVolumes.get",
                "volumeId",
                share);
        assertThat(pool.volume(share).path("mount").path("source").asString("")).contains(":/");

        pool.api.call("instances.delete", "instanceId", machine).ok();
        pool.api.awaitState(machine, "deleted");
        pool.volumeIs(going, "deleted");
        pool.attachmentIs(staying, "none");
        assertThat(pool.used("diskGiB")).isEqualTo(56);
        pool.api.call("providerVolumes.delete", "volumeId", staying).ok();
        pool.api.call("providerVolumes.delete", "volumeId", share).ok();
        pool.volumeIs(staying, "deleted");
        pool.volumeIs(share, "deleted");
        assertThat(pool.used("diskGiB")).isZero();
    }
}
