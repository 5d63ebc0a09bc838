package dev.berth.infra.bench;

import dev.berth.infra.e2e.Api;
import dev.berth.infra.e2e.BerthProcess;
import dev.berth.infra.e2e.BerthServer;
import dev.berth.infra.postgres.DatabaseSettings;
import dev.berth.infra.postgres.EmbeddedPostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Speed, as ratios to what is measured in the same run. The server, its PostgreSQL and the load share one machine; the
 * token is the operator's, which has no rate limit.
 */
@Tag("bench")
class Benchmark {
    private static final double SECONDS = Double.parseDouble(System.getProperty("bench.seconds", "15"));
    private static final int LIVE = Integer.getInteger("bench.live", 100_000);
    /** The JVM compiles for a minute or two before it is as fast as it gets; a control plane runs for months. */
    private static final double WARM_UP = Double.parseDouble(System.getProperty("bench.warmUp", "90"));

    private static final int CLIENTS = 32;
    private static final String RUN = UUID.randomUUID().toString().substring(0, 8);
    private final AtomicLong numbers = new AtomicLong();
    private final List<String> report = new ArrayList<>();

    private record Place(String tenantId, String poolId) {}

    @Test
    void all() throws Exception {
        Path dataDir = BerthServer.temporary();
        Instant begin = Instant.now();
        try (BerthProcess server = BerthProcess.startToMeasure(dataDir, settings(true))) {
            say("start on an empty directory", seconds(begin));
            measureCreates(server, dataDir, "everything running", true);
            fillAndRead(server, dataDir);
            drain(server);
            say("resident memory of the JVM, at once", rss(server));
            java.util.concurrent.TimeUnit.SECONDS.sleep(60);
            say("resident memory of the JVM, after a minute without load", rss(server));
        }
        begin = Instant.now();
        try (BerthProcess server = BerthProcess.startToMeasure(dataDir, settings(true))) {
            say("start on a directory with " + events(dataDir) + " events at " + server.base(), seconds(begin));
        }
        Path paused = BerthServer.temporary();
        try (BerthProcess server = BerthProcess.startToMeasure(paused, settings(false))) {
            measureCreates(server, paused, "reconciliation paused", false);
        }
        System.out.println("\n" + String.join("\n", report) + "\n");
    }

    private static String[] settings(boolean reconcile) {
        return new String[] {
            "--berth.simulator.port=0", "--berth.simulated-host.boot-ms=0", "--berth.reconcile.paused=" + !reconcile
        };
    }

    private void measureCreates(BerthProcess server, Path dataDir, String how, boolean more) throws Exception {
        List<Place> sixteen = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            sixteen.add(place(server, "tenant-" + i, 16));
        }
        Place one = place(server, "single", 32);
        String sample = Api.send(java.net.http.HttpRequest.newBuilder(
                                server.base().resolve("/api/compute/instances/create"))
                        .header("Authorization", "Bearer " + server.operator("x").token())
                        .POST(java.net.http.HttpRequest.BodyPublishers.ofString(create(one, 0))))
                .ok()
                .get("id")
                .asString();
        RawAppend raw = new RawAppend(database(dataDir), sample);
        Load.Result cold = Load.forSeconds(CLIENTS, WARM_UP, numbers, i -> creating(server, sixteen));
        say(how + ": warming up for %.0f s, 32 clients".formatted(WARM_UP), cold.text());
        Load.Result limit = Load.forSeconds(CLIENTS, SECONDS, numbers, i -> raw.client());
        say("plain JDBC, %d rows of %d bytes a transaction, %d clients".formatted(
                raw.rowCount(), raw.bytes(), CLIENTS), limit.text());
        Load.Result alone = Load.forSeconds(1, SECONDS / 2, numbers, i -> creating(server, sixteen));
        say(how + ": create, 1 client", alone.text());
        Load.Result all = Load.forSeconds(CLIENTS, SECONDS, numbers, i -> creating(server, sixteen));
        say(how + ": create, 32 clients, 16 tenants and pools", all.text());
        Load.Result limitAgain = Load.forSeconds(CLIENTS, SECONDS, numbers, i -> raw.client());
        double between = (limit.perSecond() + limitAgain.perSecond()) / 2;
        say("plain JDBC again", limitAgain.text());
        say(how + ": ratio of create to plain JDBC", "%.2f (goal 0.60, at least 0.25)".formatted(all.perSecond() / between));
        say(how + ": p99 at 32 clients by p50 at 1", "%.1f (at most 8)".formatted((double) all.p99() / alone.p50()));
        Load.Result single = Load.forSeconds(CLIENTS, SECONDS, numbers, i -> creating(server, List.of(one)));
        say(how + ": create, 32 clients, one tenant and pool", single.text());
        say(how + ": one tenant by sixteen", "%.2f (at least 0.50)".formatted(single.perSecond() / all.perSecond()));
        if (more) {
            converge(server, dataDir, sixteen);
            Load.Result get = Load.forSeconds(CLIENTS, SECONDS / 2, numbers, i -> posting(
                    server, "instances.get", "{\"tenantId\":\"single\",\"instanceId\":\"" + sample + "\"}"));
            say("get, 32 clients", get.text());
            say("get by create", "%.1f (at least 5)".formatted(get.perSecond() / all.perSecond()));
        }
        raw.drop();
    }

    /** How soon what was created runs, and how far the projections are behind meanwhile. */
    private void converge(BerthProcess server, Path dataDir, List<Place> places) throws Exception {
        drain(server);
        for (int clients : new int[] {4, CLIENTS}) {
            long from = newest(dataDir);
            Behind behind = new Behind(server);
            Load.Result load = Load.forSeconds(clients, SECONDS / 2, numbers, i -> creating(server, places));
            long most = behind.end();
            Instant ended = Instant.now();
            while (lag(server) > 0) {
                Thread.onSpinWait();
            }
            Duration caughtUp = Duration.between(ended, Instant.now());
            double perSecond = load.perSecond() * (newest(dataDir) - from) / Math.max(1, load.count());
            say("projections behind at most, %d clients creating %,.0f/s".formatted(clients, load.perSecond()),
                    "%,d events, %.2f s at that rate (at most 1 s)".formatted(most, most / perSecond));
            say("projections caught up after the end", "%.2f s (at most 0.2)".formatted(caughtUp.toMillis() / 1e3));
            drain(server);
            say("from created to running, %d clients".formatted(clients), converged(dataDir, from));
        }
    }

    private double lag(BerthProcess server) throws IOException {
        try (LeanHttp http = new LeanHttp(server.base(), server.operator("x").token())) {
            return metric(http, "berth_projection_lag");
        }
    }

    /** Looks five times a second how many events the slowest projection is behind. */
    private final class Behind extends Thread {
        private final BerthProcess server;
        private volatile boolean ended;
        private long most;

        Behind(BerthProcess server) {
            this.server = server;
            start();
        }

        @Override
        public void run() {
            while (!ended) {
                try {
                    most = Math.max(most, (long) lag(server));
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
                java.util.concurrent.locks.LockSupport.parkNanos(200_000_000L);
            }
        }

        long end() throws InterruptedException {
            ended = true;
            join();
            return most;
        }
    }

    private static long newest(Path dataDir) throws Exception {
        return number(dataDir, "select coalesce(max(global_index), 0) from domain_event_entry");
    }

    private static String converged(Path dataDir, long from) throws Exception {
        String sql = """
            select count(*), percentile_cont(0.5) within group (order by took),
                percentile_cont(0.99) within group (order by took)
            from (select extract(epoch from r.time_stamp - c.time_stamp) as took
                from domain_event_entry c join domain_event_entry r
                  on r.aggregate_identifier = c.aggregate_identifier and r.payload_type = 'instance.running'
                where c.payload_type = 'instance.created' and c.global_index > %d) as all_of_them
            """.formatted(from);
        try (var connection = database(dataDir).connect("bench");
                var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return "p50 %.2f s, p99 %.2f s, of %,d (p99 at most 2 s at a rate that is sustained)"
                    .formatted(rows.getDouble(2), rows.getDouble(3), rows.getLong(1));
        }
    }

    private static long number(Path dataDir, String sql) throws Exception {
        try (var connection = database(dataDir).connect("bench");
                var rows = connection.createStatement().executeQuery(sql)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void fillAndRead(BerthProcess server, Path dataDir) throws Exception {
        Place full = place(server, "full", 40);
        Load.times(8, 1_000, numbers, i -> creating(server, List.of(full)));
        String page = "{\"tenantId\":\"full\",\"scope\":\"all\",\"limit\":50}";
        Load.Result small = Load.forSeconds(4, SECONDS / 3, numbers, i -> posting(server, "instances.list", page));
        Load.Result empty = Load.forSeconds(CLIENTS, SECONDS / 2, numbers, i -> creating(server, List.of(full)));
        long made = 1_000 + empty.count();
        Instant begin = Instant.now();
        Load.times(CLIENTS, Math.max(1, LIVE - made), numbers, i -> creating(server, List.of(full)));
        say("filling one pool up to %,d live instances".formatted(LIVE), seconds(begin));
        Load.Result filled = Load.forSeconds(CLIENTS, SECONDS / 2, numbers, i -> creating(server, List.of(full)));
        say("create into a pool with %,d".formatted(LIVE), filled.text());
        say("the same by the empty pool's", "%.2f (at least 0.80)".formatted(filled.perSecond() / empty.perSecond()));
        drain(server);
        Load.Result large = Load.forSeconds(4, SECONDS / 3, numbers, i -> posting(server, "instances.list", page));
        say("a page of 50 of 1,000", small.text());
        say("a page of 50 of %,d".formatted(LIVE), large.text());
        say("large by small", "%.2f (at most 1.5)".formatted((double) large.p50() / small.p50()));
    }

    /** Waits until no step is queued, and says how long the last work took to drain. */
    private void drain(BerthProcess server) throws Exception {
        Instant begin = Instant.now();
        try (LeanHttp http = new LeanHttp(server.base(), server.operator("x").token())) {
            while (metric(http, "berth_steps_queued") > 0 || metric(http, "berth_projection_lag") > 0) {
                if (Duration.between(begin, Instant.now()).toMinutes() > 10) {
                    throw new IllegalStateException("The backlog does not drain");
                }
                java.util.concurrent.locks.LockSupport.parkNanos(100_000_000L);
            }
        }
        say("backlog drained after", seconds(begin));
    }

    private static double metric(LeanHttp http, String name) throws IOException {
        return http.get("/actuator/prometheus")
                .body()
                .lines()
                .filter(it -> it.startsWith(name + "{") || it.startsWith(name + " "))
                .mapToDouble(it -> Double.parseDouble(it.substring(it.lastIndexOf(' ') + 1)))
                .sum();
    }

    private Place place(BerthProcess server, String tenant, int nodes) {
        Api api = server.operator(tenant);
        api.call("iam.tokens.create", "principal", "ann", "roles", List.of("admin")).ok();
        String poolId = api.call(
                        "pools.create",
                        "name", "bench",
                        "kind", "vps-host",
                        "quotas", Map.of("vcpu", 1_000_000_000, "memoryGiB", 1_000_000_000, "diskGiB", 1_000_000_000),
                        "idempotencyKey", "bench")
                .ok()
                .get("id")
                .asString();
        api.call("flavors.create", "poolId", poolId, "name", "small", "vcpu", 1, "memoryGiB", 1, "diskGiB", 10)
                .ok();
        api.call(
                        "images.register",
                        "imageId", "debian-13",
                        "kind", "os",
                        "digest", "sha256:" + "ab".repeat(32),
                        "sourceUrl", "https://images.example.com/debian-13.qcow2")
                .ok();
        api.call("addressRanges.create", "poolId", poolId, "cidr", "10.0.0.0/14").ok();
        for (int i = 0; i < nodes; i++) {
            api.call(
                            "nodes.register",
                            "poolId", poolId,
                            "name", "node-" + i,
                            "driver", "simulated",
                            "capacity", Map.of("vcpu", 4096, "memoryGiB", 1_000_000, "diskGiB", 16_000_000),
                            "idempotencyKey", "node-" + i)
                    .ok();
        }
        api.await(
                it -> it.get("items").valueStream().allMatch(node -> node.get("state").asString().equals("ready")),
                "nodes.list", "poolId", poolId, "limit", 200);
        return new Place(tenant, poolId);
    }

    private static String create(Place place, long number) {
        return "{\"tenantId\":\"" + place.tenantId() + "\",\"poolId\":\"" + place.poolId()
                + "\",\"flavor\":\"small\",\"imageId\":\"debian-13\",\"idempotencyKey\":\"" + RUN + "-" + number
                + "\"}";
    }

    private static Load.Client creating(BerthProcess server, List<Place> places) throws IOException {
        LeanHttp http = new LeanHttp(server.base(), server.operator("x").token());
        return client(http, number ->
                http.post("instances.create", create(places.get((int) (number % places.size())), number)));
    }

    private static Load.Client posting(BerthProcess server, String method, String body) throws IOException {
        LeanHttp http = new LeanHttp(server.base(), server.operator("x").token());
        return client(http, number -> http.post(method, body));
    }

    private interface Call {
        LeanHttp.Reply call(long number) throws IOException;
    }

    private static Load.Client client(LeanHttp http, Call call) {
        return new Load.Client() {
            @Override
            public void once(long number) throws IOException {
                LeanHttp.Reply reply = call.call(number);
                if (reply.status() != 200) {
                    throw new IllegalStateException(reply.body());
                }
            }

            @Override
            public void close() throws IOException {
                http.close();
            }
        };
    }

    private static DatabaseSettings database(Path dataDir) {
        return EmbeddedPostgresServer.ofRunning(dataDir).orElseThrow();
    }

    private static long events(Path dataDir) throws Exception {
        return number(dataDir, "select count(*) from domain_event_entry");
    }

    private static String rss(BerthProcess server) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + server.pid() + "/status")).stream()
                .filter(it -> it.startsWith("VmRSS"))
                .map(it -> "%,d MiB (at most 768)"
                        .formatted(Long.parseLong(it.replaceAll("[^0-9]", "")) / 1024))
                .findFirst()
                .orElse("unknown");
    }

    private static String seconds(Instant begin) {
        return "%.1f s".formatted(Duration.between(begin, Instant.now()).toMillis() / 1e3);
    }

    private void say(String what, String figure) {
        String line = "| " + what + " | " + figure + " |";
        System.out.println(line);
        report.add(line);
    }
}
