package dev.berth.infra.e2e.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.Api;
import dev.berth.infra.e2e.BerthServer;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Many volumes converge at once under the limits of one credential. {@code -Dberth.crowd=500} is the campaign; it takes as
 * long as the limits make it.
 */
class CrowdTest {
    private static final int MANY = Integer.getInteger("berth.crowd", 40);
    private static final int PER_MINUTE = Integer.getInteger("berth.crowd.per-minute", 2_000);

    @Test
    @Tag("campaign")
    void manyVolumesStayUnderTheLimits() throws Exception {
        try (BerthServer server = Cloud.server(
                "--berth.reconcile.pass=60s",
                "--berth.reconcile.provider.poll=1s",
                "--berth.reconcile.provider.longest-poll=10s",
                "--berth.provider.requests-per-minute=" + (PER_MINUTE - PER_MINUTE / 20))) {
            Cloud cloud = new Cloud(server);
            cloud.latency("{'actionMs':500}");
            ProviderPool pool = ProviderPool.create(server, cloud);
            List<String> machines = new ArrayList<>();
            for (int i = 0; i < 1 + MANY / 15; i++) {
                machines.add(pool.machine());
            }
            machines.forEach(it -> pool.api.awaitState(it, "running"));
            int before = cloud.asked(0).size();
            cloud.limits("{'perMinute':%d}".formatted(PER_MINUTE));
            try (ExecutorService callers = Executors.newFixedThreadPool(16)) {
                List<Future<?>> made = new ArrayList<>();
                for (int i = 0; i < MANY; i++) {
                    String machine = machines.get(i / 15);
                    made.add(callers.submit(() -> make(pool, machine)));
                }
                for (Future<?> it : made) {
                    it.get();
                }
            }
            awaitAttached(pool);
            List<Cloud.Asked> asked = cloud.asked(0);
            List<Cloud.Asked> during = asked.subList(before, asked.size());
            long listings = during.stream()
                    .filter(it -> it.method().equals("GET") && (it.path().equals("/v2/volumes")))
                    .count();
            System.out.printf(
                    "%d volumes: %d requests, %.1f each; of these %d look-ups and listings of volumes, %d refused with"
                            + " 429%n",
                    MANY,
                    during.size(),
                    during.size() / (double) MANY,
                    listings,
                    during.stream().filter(it -> it.status() == 429).count());
            assertThat(during).noneMatch(it -> it.status() == 429);
            assertThat(cloud.volumes()).hasSize(Math.min(MANY, 200));
            assertThat(pool.used("diskGiB")).isEqualTo(MANY);
            assertThat(server.bean(MeterRegistry.class)
                            .counter("berth.steps_rearmed")
                            .count())
                    .isZero();
        }
    }

    /** With the same key again where the server has too much to do. */
    private static void make(ProviderPool pool, String machine) {
        Object[] request = {
            "poolId",
            pool.poolId,
            "name",
            ProviderPool.name("data"),
            "region",
            Cloud.REGION,
            "sizeGiB",
            1,
            "instanceId",
            machine,
            "idempotencyKey",
            ProviderPool.key()
        };
        Instant end = Instant.now().plus(Duration.ofMinutes(2));
        Api.Answer answer = pool.api.call("providerVolumes.create", request);
        while (answer.status() == 503 && Instant.now().isBefore(end)) {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            answer = pool.api.call("providerVolumes.create", request);
        }
        answer.ok();
    }

    /** The limits make it long. */
    private static void awaitAttached(ProviderPool pool) {
        Instant end = Instant.now().plus(Duration.ofMinutes(40));
        while (attached(pool) < MANY) {
            assertThat(Instant.now()).as("%d attached", attached(pool)).isBefore(end);
            LockSupport.parkNanos(Duration.ofMillis(500).toNanos());
        }
    }

    private static int attached(ProviderPool pool) {
        int attached = 0;
        for (JsonNode it : pool.api.call("providerVolumes.list").ok().get("items")) {
            attached += it.path("attachment").path("state").asString("").equals("attached") ? 1 : 0;
        }
        return attached;
    }
}
