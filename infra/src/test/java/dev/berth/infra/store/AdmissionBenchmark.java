package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.DomainEvent;
import dev.berth.api.Outcome;
import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceScheduled;
import dev.berth.api.quota.QuotaEvent;
import dev.berth.command.Streams;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.TrackingEventStream;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many admissions of five events the store takes in a second, without HTTP; compared with plain JDBC. */
@Tag("campaign")
class AdmissionBenchmark {
    private static final int CLIENTS = 32;
    private static final Duration WARM_UP = Duration.ofSeconds(6);
    private static final Duration MEASURED = Duration.ofSeconds(8);

    private static final MetaData DECISION = MetaData.with(
            "decision",
            "{\"principal\":\"alice\",\"roles\":[\"tenant-admin\"],\"delegated\":false,\"session\":\"tok_1\","
                    + "\"requestId\":\"req_1\",\"action\":\"compute:instances:create\",\"resourceType\":\"instance\","
                    + "\"attributes\":{\"poolId\":\"pool_1\",\"flavor\":\"small\",\"vcpu\":1},\"outcome\":\"allow\","
                    + "\"policies\":[\"berth/tenant-admin\"],\"policySetVersion\":\"0123456789abcdef\"}");

    record Admit(String quota, String range, String node) {}

    static class Machine {
        @AggregateIdentifier
        private String id = "";

        Machine() {}

        static Machine create(String id, String quota) {
            InstanceCreated sample = (InstanceCreated) new Samples().of(InstanceCreated.class);
            apply(
                    new InstanceCreated(
                            id,
                            "acme",
                            "alice",
                            sample.poolId(),
                            quota,
                            sample.placement(),
                            null,
                            "small",
                            sample.shape(),
                            "debian-13",
                            "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
                            null,
                            true,
                            List.of("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ8c1x0example0example0example0example0exam"),
                            null,
                            sample.desiredState(),
                            sample.lease(),
                            "hmac"),
                    DECISION);
            return new Machine();
        }

        void scheduled(String node) {
            apply(new InstanceScheduled(id, "acme", node));
        }

        @EventSourcingHandler
        void on(InstanceEvent event) {
            id = event.instanceId();
        }
    }

    record Handler(Streams<Machine> machines, Streams<Tally> tallies) {
        @CommandHandler
        Outcome<Affected> handle(Admit command, @MetaDataValue(Context.KEY) Context context) {
            String id = context.newId("inst");
            Optional<Streams.Loaded<Machine>> found = machines.find(id);
            if (found.isPresent()) {
                return Outcome.done(new Affected(id));
            }
            Streams.Loaded<Machine> machine = machines.create(() -> Machine.create(id, command.quota()));
            tallies.get(command.quota()).apply(it -> it.count(id));
            tallies.get(command.range()).apply(it -> it.count(id));
            tallies.get(command.node()).apply(it -> it.count(id));
            machine.apply(it -> it.scheduled(command.node()));
            return Outcome.done(new Affected(id));
        }
    }

    private record Begin(String id) {}

    record Setup(Streams<Tally> tallies) {
        @CommandHandler
        Outcome<Affected> handle(Begin command) {
            tallies.create(() -> Tally.begin(command.id(), Long.MAX_VALUE));
            return Outcome.done(new Affected(command.id()));
        }
    }

    @Test
    void admissions() throws Exception {
        for (int tenants : new int[] {16, 512, 1}) {
            for (boolean readers : new boolean[] {false, true}) {
                run(tenants, tenants == 1 ? 8 : 64, readers);
            }
        }
    }

    private void run(int tenants, int nodes, boolean readers) throws Exception {
        try (ExecutorService snapshots = Executors.newSingleThreadExecutor();
                TestStore store = new TestStore(TestDatabase.fresh(40), true, snapshots)) {
            Streams<Tally> tallies = store.tallies();
            store.handler(new Setup(tallies));
            store.handler(new Handler(
                    store.repositories.streams(AggregateKind.warm(Machine.class, "machine.state", 5_000)), tallies));
            for (int i = 0; i < Math.max(tenants, nodes); i++) {
                for (String kind : List.of("quota_", "node_", "rng_")) {
                    store.dispatcher.dispatch(new Begin(kind + i), TestStore.context());
                }
            }
            AtomicBoolean stop = new AtomicBoolean();
            try (ExecutorService threads = Executors.newCachedThreadPool()) {
                if (readers) {
                    for (int i = 0; i < 4; i++) {
                        OwnWrites.Reader reader = store.ownWrites.register("reader" + i, List.of(DomainEvent.class));
                        threads.submit(() -> follow(store, reader, stop));
                    }
                }
                measure(WARM_UP, threads, store, tenants, nodes, readers);
                List<Long> latencies = measure(MEASURED, threads, store, tenants, nodes, readers);
                stop.set(true);
                report((readers ? "waiting for 4 readers, " : "") + tenants + " tenants", latencies);
                double plain = plainJdbc(store, threads);
                report(latencies, plain);
                assertThat(latencies).isNotEmpty();
            }
        }
    }

    private static Void follow(TestStore store, OwnWrites.Reader reader, AtomicBoolean stop) throws Exception {
        try (TrackingEventStream stream = store.events.openStream(null)) {
            while (!stop.get()) {
                if (stream.hasNextAvailable(100, TimeUnit.MILLISECONDS)) {
                    DomainEventMessage<?> event = (DomainEventMessage<?>) stream.nextAvailable();
                    reader.applied(event.getAggregateIdentifier(), event.getSequenceNumber());
                }
            }
        }
        return null;
    }

    private static List<Long> measure(
            Duration time, ExecutorService threads, TestStore store, int tenants, int nodes, boolean wait)
            throws Exception {
        long end = System.nanoTime() + time.toNanos();
        List<Future<List<Long>>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(threads.submit(() -> {
                List<Long> took = new ArrayList<>();
                ThreadLocalRandom random = ThreadLocalRandom.current();
                while (System.nanoTime() < end) {
                    long start = System.nanoTime();
                    Admit admit = new Admit(
                            "quota_" + random.nextInt(tenants),
                            "rng_" + random.nextInt(nodes),
                            "node_" + random.nextInt(nodes));
                    Context context = TestStore.context(Instant.now());
                    Outcome<Affected> outcome = wait
                            ? store.dispatcher
                                    .<Affected>dispatchAndWait(admit, context)
                                    .outcome()
                            : store.dispatcher.dispatch(admit, context);
                    assertThat(outcome).isInstanceOf(Outcome.Done.class);
                    took.add(System.nanoTime() - start);
                }
                return took;
            }));
        }
        List<Long> all = new ArrayList<>();
        for (Future<List<Long>> client : clients) {
            all.addAll(client.get());
        }
        return all;
    }

    private static void report(String what, List<Long> latencies) {
        long[] sorted = latencies.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                "%s: %.0f/s, p50 %.1f ms, p99 %.1f ms%n",
                what,
                sorted.length / (double) MEASURED.toSeconds(),
                sorted[sorted.length / 2] / 1e6,
                sorted[(int) (sorted.length * 0.99)] / 1e6);
    }

    private static void report(List<Long> latencies, double plain) {
        System.out.printf(
                "  plain JDBC %.0f/s, share %.2f%n", plain, latencies.size() / (double) MEASURED.toSeconds() / plain);
    }

    private static double plainJdbc(TestStore store, ExecutorService threads) throws Exception {
        TestDatabase.execute(
                store.source,
                "create table plain (like domain_event_entry including defaults including identity including indexes)");
        String sql = "insert into plain (sequence_number, time_stamp, aggregate_identifier, type, event_identifier,"
                + " payload_type, payload_revision, payload, meta_data)"
                + " values (0, now(), ?, 'type', ?, 'payload.type', '1', ?, ?)";
        String large = store.serializer.write(new Samples().of(InstanceCreated.class));
        String small = store.serializer.write(new Samples().of(QuotaEvent.QuotaCharged.class));
        String metadata = store.serializer.write(DECISION);
        Duration time = Duration.ofSeconds(4);
        long end = System.nanoTime() + time.toNanos();
        List<Future<Integer>> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(threads.submit(() -> {
                int done = 0;
                try (Connection connection = store.source.getConnection();
                        PreparedStatement statement = connection.prepareStatement(sql)) {
                    connection.setAutoCommit(false);
                    while (System.nanoTime() < end) {
                        for (int row = 0; row < 5; row++) {
                            String id = new TimeOrderedIdentifiers().generateIdentifier();
                            statement.setString(1, id);
                            statement.setString(2, id);
                            statement.setString(3, row == 0 ? large : small);
                            statement.setString(4, row == 0 ? metadata : "{\"actor\":\"alice\",\"tenant\":\"acme\"}");
                            statement.addBatch();
                        }
                        statement.executeBatch();
                        connection.commit();
                        done++;
                    }
                    connection.setAutoCommit(true);
                }
                return done;
            }));
        }
        int all = 0;
        for (Future<Integer> client : clients) {
            all += client.get();
        }
        return all / (double) time.toSeconds();
    }
}
