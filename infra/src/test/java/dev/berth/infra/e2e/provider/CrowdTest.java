package dev.berth.infra.e2e.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.BerthServer;
import dev.berth.infra.e2e.Eventually;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Many volumes converge at once under the limits of one credential. {@code -Dberth.crowd=500} is the campaign; it takes as
 * long as the limits make it.
 */
class CrowdTest {
    private static final int MANY = Integer.getInteger("berth.crowd", 40);
    private static final int PER_MINUTE = Integer.getInteger("berth.crowd.per-minute", 2_000);

    @Test
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
            List<String> volumes = new ArrayList<>();
            try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<String>> made = new ArrayList<>();
                for (int i = 0; i < MANY; i++) {
                    String machine = machines.get(i / 15);
                    made.add(callers.submit(() -> pool.volume(1, "instanceId", machine)));
                }
                for (Future<String> it : made) {
                    volumes.add(it.get());
                }
            }
            for (int patience = 0; patience < 20 && !attached(pool, volumes); patience++) {
                try {
                    Eventually.is(() -> attached(pool, volumes));
                } catch (AssertionError e) {
                    // The limits make it long; the last try tells.
                    if (patience == 19) {
                        throw e;
                    }
                }
            }
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
            assertThat(cloud.volumes().size()).isEqualTo(MANY > 200 ? 200 : MANY);
            assertThat(pool.used("diskGiB")).isEqualTo(MANY);
            assertThat(server.bean(MeterRegistry.class)
                            .counter("berth.steps_rearmed")
                            .count())
                    .isZero();
        }
    }

    private static boolean attached(ProviderPool pool, List<String> volumes) {
        return volumes.stream()
                .allMatch(it -> pool.volume(it)
                        .path("attachment")
                        .path("state")
                        .asString("")
                        .equals("attached"));
    }
}
