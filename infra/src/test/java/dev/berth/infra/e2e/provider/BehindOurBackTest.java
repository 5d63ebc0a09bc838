package dev.berth.infra.e2e.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.volume.VolumeEvent.VolumeDuplicateFound;
import dev.berth.infra.e2e.BerthServer;
import dev.berth.infra.e2e.Eventually;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.stream.StreamSupport;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What somebody does at the provider without us is seen by the periodic pass, and ends where it should. */
class BehindOurBackTest {
    private static BerthServer server;
    private static Cloud cloud;

    @BeforeAll
    static void start() {
        server = Cloud.server("--berth.reconcile.pass=1s");
        cloud = new Cloud(server);
    }

    @AfterAll
    static void stop() {
        double rearmed =
                server.bean(MeterRegistry.class).counter("berth.steps_rearmed").count();
        server.close();
        assertThat(rearmed).isZero();
    }

    private static String machineOf(ProviderPool pool, String instance) {
        return pool.api
                .call("instances.get", "instanceId", instance)
                .ok()
                .get("providerMachineId")
                .asString();
    }

    private static List<String> events(ProviderPool pool, String id) {
        JsonNode items = pool.api
                .call("events.list", "resourceId", id, "limit", 500)
                .ok()
                .get("items");
        return StreamSupport.stream(items.spliterator(), false)
                .map(it -> it.get("type").asString())
                .toList();
    }

    @Test
    void aVolumeThatIsGoneIsInErrorOnceAndKeepsItsCharge() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        String volume = pool.readyVolume(10);
        String snapshot = pool.snapshot(volume);
        pool.snapshotIs(snapshot, "ready");
        String atProvider = pool.volume(volume).get("providerVolumeId").asString();
        cloud.snapshots().stream()
                .filter(it -> it.path("resource_id").asString().equals(atProvider))
                .forEach(
                        it -> cloud.ok("DELETE", "/v2/snapshots/" + it.get("id").asString(), ""));
        cloud.ok("DELETE", "/v2/volumes/" + atProvider, "");

        pool.volumeIs(volume, "error");
        pool.snapshotIs(snapshot, "error");
        assertThat(pool.used("diskGiB")).isEqualTo(10);
        int posts = posts();
        passes(2);
        assertThat(posts()).as("nothing is made again").isEqualTo(posts);
        assertThat(events(pool, volume))
                .filteredOn("providerVolume.error"::equals)
                .hasSize(1);
        pool.api.call("providerSnapshots.delete", "snapshotId", snapshot).ok();
        pool.snapshotIs(snapshot, "deleted");
        pool.api.call("providerVolumes.delete", "volumeId", volume).ok();
        pool.volumeIs(volume, "deleted");
        assertThat(pool.used("diskGiB")).isZero();
    }

    private static int posts() {
        return (int) cloud.asked(0).stream()
                .filter(it -> it.method().equals("POST") && it.path().startsWith("/v2"))
                .count();
    }

    /** Waits until so many passes have listed the volumes. */
    private static void passes(int more) {
        long before = listings();
        Eventually.is(() -> listings() >= before + more);
    }

    private static long listings() {
        return cloud.asked(0).stream()
                .filter(it -> it.method().equals("GET") && it.path().equals("/v2/vpcs"))
                .count();
    }

    @Test
    void aVolumeThatWasDetachedIsAttachedAgain() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        String instance = pool.running();
        String volume = pool.volume(10, "instanceId", instance);
        pool.attachmentIs(volume, "attached");
        String atProvider = pool.volume(volume).get("providerVolumeId").asString();
        cloud.ok(
                "POST",
                "/v2/volumes/" + atProvider + "/actions",
                "{'type':'detach','droplet_id':%s}".formatted(machineOf(pool, instance)));
        Eventually.is(() -> events(pool, volume).stream()
                        .filter("providerVolume.attached"::equals)
                        .count()
                == 2);
        pool.attachmentIs(volume, "attached");
        assertThat(cloud.ok("GET", "/v2/volumes/" + atProvider, "")
                        .path("volume")
                        .path("droplet_ids")
                        .get(0)
                        .asString())
                .isEqualTo(machineOf(pool, instance));
    }

    @Test
    void aMachineThatWasSwitchedOffIsSwitchedOnAgain() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        String instance = pool.running();
        String machine = machineOf(pool, instance);
        cloud.ok("POST", "/v2/droplets/" + machine + "/actions", "{'type':'power_off'}");
        Eventually.is(() -> events(pool, instance).contains("instance.stopped"));
        pool.api.awaitState(instance, "running");
        Eventually.is(() -> cloud.ok("GET", "/v2/droplets/" + machine, "")
                .path("droplet")
                .path("status")
                .asString()
                .equals("active"));
    }

    @Test
    void aMachineThatIsGoneIsLostAndStartMakesItAnew() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        String instance = pool.running();
        String volume = pool.volume(10, "instanceId", instance);
        pool.attachmentIs(volume, "attached");
        String machine = machineOf(pool, instance);
        cloud.ok("DELETE", "/v2/droplets/" + machine, "");
        pool.api.awaitState(instance, "lost");
        assertThat(pool.used("vcpu")).isEqualTo(1);

        pool.api.call("instances.start", "instanceId", instance).ok();
        pool.api.awaitState(instance, "running");
        assertThat(machineOf(pool, instance)).isNotEqualTo(machine);
        pool.attachmentIs(volume, "attached");
        String atProvider = pool.volume(volume).get("providerVolumeId").asString();
        Eventually.is(() -> cloud.ok("GET", "/v2/volumes/" + atProvider, "")
                .path("volume")
                .path("droplet_ids")
                .path(0)
                .asString("")
                .equals(machineOf(pool, instance)));
        pool.api.call("instances.delete", "instanceId", instance).ok();
        pool.api.awaitState(instance, "deleted");
        pool.attachmentIs(volume, "none");
        assertThat(pool.used("vcpu")).isZero();
    }

    @Test
    void aNetworkThatIsGoneIsInError() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        pool.networkIs(pool.network("172.21.1.0/24"), "ready");
        String network = pool.network("172.21.2.0/24");
        JsonNode ready = pool.networkIs(network, "ready");
        cloud.ok(
                "DELETE",
                "/v2/vpcs/" + ready.get("subnets").get(0).get("providerId").asString(),
                "");
        pool.networkIs(network, "error");
        pool.api.call("networks.delete", "networkId", network).ok();
        pool.networkIs(network, "deleted");
    }

    @Test
    void aVolumeOnAMachineWhereNobodyWantsItIsDetached() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        String instance = pool.running();
        String volume = pool.readyVolume(10);
        String atProvider = pool.volume(volume).get("providerVolumeId").asString();
        cloud.ok(
                "POST",
                "/v2/volumes/" + atProvider + "/actions",
                "{'type':'attach','droplet_id':%s}".formatted(machineOf(pool, instance)));
        Eventually.is(() -> cloud.asked(0).stream()
                        .filter(it -> it.path().equals("/v2/volumes/" + atProvider + "/actions"))
                        .filter(it -> it.status() == 202)
                        .count()
                == 2);
        Eventually.is(() -> cloud.ok("GET", "/v2/volumes/" + atProvider, "")
                .path("volume")
                .path("droplet_ids")
                .isEmpty());
    }

    @Test
    void aSecondCopyIsRemovedAndRecorded() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        String volume = pool.readyVolume(4);
        String kept = pool.volume(volume).get("providerVolumeId").asString();
        JsonNode ours = cloud.ok("GET", "/v2/volumes/" + kept, "").path("volume");
        String other = cloud.ok(
                        "POST",
                        "/v2/volumes",
                        "{'name':'copy','size_gigabytes':4,'region':'%s','tags':%s}"
                                .formatted(Cloud.REGION, ours.path("tags").toString()))
                .path("volume")
                .path("id")
                .asString();
        Eventually.is(() ->
                cloud.volumes().stream().noneMatch(it -> it.get("id").asString().equals(other)));
        assertThat(cloud.volumes()).anyMatch(it -> it.get("id").asString().equals(kept));
        Eventually.is(() -> server.bean(EventStore.class)
                .readEvents(volume)
                .asStream()
                .anyMatch(it -> it.getPayload()
                        .equals(new VolumeDuplicateFound(volume, pool.api.tenantId(), kept, other, true))));
    }

    @Test
    void whatOthersHaveAtTheProviderIsLeftAlone() {
        ProviderPool pool = ProviderPool.create(server, cloud);
        pool.readyVolume(5);
        String foreign = cloud.ok(
                        "POST",
                        "/v2/volumes",
                        "{'name':'foreign','size_gigabytes':3,'region':'%s'}".formatted(Cloud.REGION))
                .path("volume")
                .path("id")
                .asString();
        passes(2);
        assertThat(cloud.volumes()).anyMatch(it -> it.get("id").asString().equals(foreign));
    }
}
