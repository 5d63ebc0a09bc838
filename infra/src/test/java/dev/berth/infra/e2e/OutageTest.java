package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.query.projection.Balance;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The database is killed, or frozen, while instances are created: nobody hangs, nothing is lost, all goes on by itself. */
class OutageTest {
    private static final int CALLERS = 8;

    private static BerthServer server;

    @BeforeAll
    static void start() {
        server = BerthServer.start(BerthServer.temporary(), "--berth.reconcile.pass=1s");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Something that is done to the database's processes. */
    @FunctionalInterface
    private interface Attack {
        void on(ProcessHandle postmaster) throws Exception;
    }

    @Test
    void theDatabaseIsKilled() throws Exception {
        outage(ProcessHandle::destroyForcibly, Duration.ofSeconds(15));
    }

    @Test
    @Tag("campaign")
    void theDatabaseIsFrozenForTenSeconds() throws Exception {
        outage(
                postmaster -> {
                    List<ProcessHandle> processes = Stream.concat(Stream.of(postmaster), postmaster.descendants())
                            .toList();
                    try {
                        signal("-STOP", processes);
                        Eventually.is(() -> readiness() != 200);
                        Thread.sleep(Duration.ofSeconds(10));
                    } finally {
                        signal("-CONT", processes);
                    }
                },
                Duration.ofSeconds(30));
    }

    private static void outage(Attack attack, Duration longest) throws Exception {
        Api ann = server.newTenant();
        HostedPool pool = HostedPool.roomy(ann);
        Map<String, String> acknowledged;
        try (Creates creates = new Creates(pool, CALLERS)) {
            creates.await(20);
            assertThat(readiness()).isEqualTo(200);
            attack.on(postmaster(server.dataDir()));
            Eventually.is(() -> readiness() != 200 || creates.unavailableSeen());
            Eventually.is(() -> readiness() == 200);
            creates.await(20);
            acknowledged = creates.end();
            assertThat(creates.wrong()).isEmpty();
            assertThat(creates.longest()).isLessThan(longest);
        }
        HostDoors doors = new HostDoors(server.simulator());
        // What was answered last may be a few seconds away from being shown, and is not read before it is.
        Eventually.is(() ->
                ann.call("instances.list", "poolId", pool.id(), "scope", "all").status() == 200);
        List<String> there = Sums.instances(ann, pool.id()).stream()
                .map(it -> it.get("id").asString())
                .toList();
        assertThat(there).containsExactlyInAnyOrderElementsOf(acknowledged.values());
        Eventually.is(() -> Sums.instances(ann, pool.id()).stream().allMatch(OutageTest::runs));
        Sums.awaitRight(ann, pool, doors);
        assertThat(Balance.differences(server.bean(DSLContext.class))).isEmpty();
        assertThat(server.bean(MeterRegistry.class)
                        .counter("berth.steps_rearmed")
                        .count())
                .isZero();
    }

    private static boolean runs(JsonNode instance) {
        return instance.get("state").asString().equals("running");
    }

    private static int readiness() {
        return Api.send(HttpRequest.newBuilder(server.base().resolve("/actuator/health/readiness"))
                        .GET())
                .status();
    }

    /** The embedded database's first process. */
    static ProcessHandle postmaster(Path dataDir) throws IOException {
        try (Stream<Path> files = Files.walk(dataDir.resolve("postgres"), 3)) {
            Path file = files.filter(it -> it.endsWith("postmaster.pid"))
                    .findFirst()
                    .orElseThrow();
            long pid = Long.parseLong(Files.readAllLines(file).getFirst().strip());
            return ProcessHandle.of(pid).orElseThrow();
        }
    }

    private static void signal(String signal, List<ProcessHandle> processes) throws Exception {
        for (ProcessHandle process : processes) {
            new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        }
    }
}
