package dev.berth.infra.e2e.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.BerthServer;
import dev.berth.infra.e2e.Eventually;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the provider refuses, fails at or takes long for. */
class ProviderFailuresTest {
    private static BerthServer server;
    private static Cloud cloud;

    @BeforeAll
    static void start() {
        server = Cloud.server("--berth.reconcile.pass=10m");
        cloud = new Cloud(server);
    }

    @AfterAll
    static void stop() {
        double rearmed =
                server.bean(MeterRegistry.class).counter("berth.steps_rearmed").count();
        server.close();
        assertThat(rearmed).isZero();
    }

    @AfterEach
    void wellAgain() {
        cloud.clearFaults();
        cloud.latency("{'actionMs':60}");
    }

    private static List<Cloud.Asked> since(int before) {
        List<Cloud.Asked> all = cloud.asked(0);
        return all.subList(before, all.size());
    }

    @Test
    void fiveFailuresInARowOfAMachineAreAnErrorUntilItIsStarted() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        cloud.fault("[{'method':'POST','path':'/v2/droplets','times':100,'effect':'status','status':500}]");
        String instance = pool.machine();
        JsonNode failed = pool.api.awaitState(instance, "error");
        assertThat(failed.get("conditions").get(0).get("message").asString()).contains("500");
        assertThat(pool.used("vcpu")).isEqualTo(1);

        cloud.clearFaults();
        pool.api.call("instances.start", "instanceId", instance).ok();
        JsonNode running = pool.api.awaitState(instance, "running");
        assertThat(cloud.droplets())
                .filteredOn(it -> it.get("id")
                        .asString()
                        .equals(running.get("providerMachineId").asString()))
                .hasSize(1);
        pool.api.call("instances.delete", "instanceId", instance).ok();
        pool.api.awaitState(instance, "deleted");
    }

    @Test
    void aVolumeWhoseCreateWasRefusedIsDeletedWithoutAskingTheProvider() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        cloud.fault("[{'method':'POST','path':'/v2/volumes','times':100,'effect':'status','status':403,"
                + "'message':'volume limit exceeded'}]");
        String volume = pool.volume(10);
        JsonNode refused = pool.volumeIs(volume, "error");
        assertThat(refused.get("message").asString()).contains("volume limit exceeded");
        int before = cloud.asked(0).size();
        pool.api.call("providerVolumes.delete", "volumeId", volume).ok();
        pool.volumeIs(volume, "deleted");
        assertThat(since(before)).isEmpty();
        assertThat(pool.used("diskGiB")).isZero();
    }

    @Test
    void anAttachThatIsRefusedIsRemovedWithoutAskingTheProvider() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        String instance = pool.running();
        String volume = pool.readyVolume(10);
        String atProvider = pool.volume(volume).get("providerVolumeId").asString();
        cloud.fault("[{'method':'POST','path':'/v2/volumes/%s/actions','effect':'status','status':422,"
                        .formatted(atProvider)
                + "'message':'cannot attach more volumes to the Droplet'}]");
        pool.api
                .call("providerVolumes.attach", "volumeId", volume, "instanceId", instance)
                .ok();
        JsonNode refused = pool.attachmentIs(volume, "error");
        assertThat(refused.get("message").asString()).contains("cannot attach more");
        int before = cloud.asked(0).size();
        pool.api.call("providerVolumes.detach", "volumeId", volume).ok();
        pool.attachmentIs(volume, "none");
        assertThat(since(before)).isEmpty();
    }

    @Test
    void aSnapshotWaitsForItsTurnAndAWaitingOneIsDeletedWithoutAsking() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        String volume = pool.readyVolume(10);
        cloud.latency("{'actionMs':60,'snapshotIntervalMs':600000}");
        String first = pool.snapshot(volume);
        pool.snapshotIs(first, "ready");
        String second = pool.snapshot(volume);
        pool.api.await(
                it -> it.path("message").asString("").contains("rate-limited"),
                "providerSnapshots.get",
                "snapshotId",
                second);
        pool.snapshotIs(second, "pending");
        int before = cloud.asked(0).size();
        pool.api.call("providerSnapshots.delete", "snapshotId", second).ok();
        pool.snapshotIs(second, "deleted");
        assertThat(since(before)).isEmpty();
        cloud.latency("{'actionMs':60,'snapshotIntervalMs':0}");
    }

    @Test
    void detachingWhileAnAttachRunsEndsDetached() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        String instance = pool.running();
        String volume = pool.readyVolume(10);
        String atProvider = pool.volume(volume).get("providerVolumeId").asString();
        cloud.latency("{'actionMs':1500}");
        pool.api
                .call("providerVolumes.attach", "volumeId", volume, "instanceId", instance)
                .ok();
        Eventually.is(() ->
                cloud.asked(0).stream().anyMatch(it -> it.path().equals("/v2/volumes/" + atProvider + "/actions")));
        pool.api.call("providerVolumes.detach", "volumeId", volume).ok();
        pool.attachmentIs(volume, "none");
        Eventually.is(() -> cloud.ok("GET", "/v2/volumes/" + atProvider, "")
                .path("volume")
                .path("droplet_ids")
                .isEmpty());
    }

    @Test
    void theApiIsAsQuickWhileTheProviderIsSlow() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        long quick = median(pool);
        cloud.fault("[{'method':'GET','path':'/v2/*','times':1000,'effect':'delay','delayMs':5000},"
                + "{'method':'POST','path':'/v2/*','times':1000,'effect':'delay','delayMs':5000}]");
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            waiting.add(pool.volume(1));
        }
        long slow = median(pool);
        assertThat(slow).as("milliseconds, %d before", quick).isLessThan(5 * quick + 200);
        assertThat(waiting)
                .allMatch(it -> pool.volume(it).get("state").asString().equals("pending"));
        cloud.clearFaults();
        waiting.forEach(it -> pool.volumeIs(it, "ready"));
        assertThat(pool.used("diskGiB")).isEqualTo(40 + 2 * SAMPLES);
    }

    private static final int SAMPLES = 15;

    /** How long it takes to ask for a volume and to read it, in milliseconds. */
    private static long median(ProviderPool pool) {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < SAMPLES; i++) {
            long begun = System.nanoTime();
            pool.volume(pool.volume(1));
            millis.add((System.nanoTime() - begun) / 1_000_000);
        }
        return millis.stream().sorted().skip(SAMPLES / 2).findFirst().orElseThrow();
    }
}
