package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Many instances wait for room and hosts are added: the oldest come first, with one command for each that is placed. */
class WaitingTest {
    private static final int CALLERS = 8;
    /** Commands that may find a host full or a reader a moment behind. */
    private static final int SLACK = 10;

    private final BerthServer server = BerthServer.shared();

    @Test
    void threeHundredWait() {
        areServed(300);
    }

    @Test
    @Tag("campaign")
    void fiveThousandWait() {
        areServed(5000);
    }

    private void areServed(int count) {
        Api ann = server.newTenant();
        HostedPool pool = HostedPool.create(ann, count, count, 10 * count);
        for (int i = 0; i * 1000 < count; i++) {
            pool.range("10.%d.0.0/22".formatted(100 + i));
        }
        create(pool, count);
        assertThat(waiting(ann, pool)).hasSize(count);

        int first = count / 3;
        long before = tries();
        String node = pool.node(first, first, 10 * first);
        ann.await(it -> it.path("allocated").path("vcpu").asInt() == first, "nodes.get", "nodeId", node);
        Eventually.is(() -> waiting(ann, pool).size() == count - first);
        Instant newestPlaced = Sums.instances(ann, pool.id()).stream()
                .filter(it -> it.has("nodeId"))
                .map(WaitingTest::createdAt)
                .max(Instant::compareTo)
                .orElseThrow();
        assertThat(waiting(ann, pool))
                .allSatisfy(it -> assertThat(createdAt(it)).isAfterOrEqualTo(newestPlaced));
        assertThat(tries() - before).isBetween((long) first, (long) first + SLACK);

        pool.node(count, count, 10 * count);
        Eventually.is(() -> Sums.instances(ann, pool.id()).stream()
                .allMatch(it -> it.get("state").asString().equals("running")));
        assertThat(tries() - before).isBetween((long) count, (long) count + 2 * SLACK);
        Sums.awaitRight(ann, pool, new HostDoors(server.simulator()));
    }

    private static void create(HostedPool pool, int count) {
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int caller = 0; caller < CALLERS; caller++) {
                int mine = count / CALLERS + (caller < count % CALLERS ? 1 : 0);
                callers.add(CompletableFuture.runAsync(
                        () -> {
                            for (int i = 0; i < mine; i++) {
                                pool.create().ok();
                            }
                        },
                        threads));
            }
        }
        callers.forEach(CompletableFuture::join);
    }

    private static List<JsonNode> waiting(Api ann, HostedPool pool) {
        return Sums.instances(ann, pool.id()).stream()
                .filter(it -> it.get("state").asString().equals("scheduling"))
                .toList();
    }

    private static Instant createdAt(JsonNode instance) {
        return Instant.parse(instance.get("createdAt").asString());
    }

    /** How often the server has tried to place one that waits. */
    private long tries() {
        return server.bean(MeterRegistry.class).find("berth.commands").tag("command", "PlaceInstance").timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }
}
