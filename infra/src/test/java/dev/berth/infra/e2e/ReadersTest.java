package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.queue.Reconciler;
import dev.berth.infra.queue.SagaRows;
import dev.berth.query.projection.DeadLetters;
import dev.berth.query.projection.ViewsProjection;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** One reader can't take one event in, a transaction is open for long, a saga throws: nothing else stops or is skipped. */
class ReadersTest {
    private static final int OTHERS = 10;

    private static BerthServer server;
    private static JdbcTemplate sql;
    private static HostDoors doors;

    private Api ann;
    private HostedPool pool;

    @BeforeAll
    static void start() {
        server = BerthServer.shared();
        sql = server.bean(JdbcTemplate.class);
        doors = new HostDoors(server.simulator());
    }

    @BeforeEach
    void pool() {
        ann = server.newTenant();
        pool = HostedPool.roomy(ann);
    }

    @Test
    void anEventThatAProjectionCanNotTakeInHoldsUpNothingElse() {
        List<String> ids =
                IntStream.range(0, OTHERS).mapToObj(i -> pool.running()).toList();
        String poisoned = ids.get(OTHERS / 2);
        DeadLetters letters = server.bean(DeadLetters.class);
        trigger("instance", "before insert or update", "if new.id = '" + poisoned + "' then raise 'poison'; end if;");
        try {
            inParallel(ids, id -> ann.call("instances.stop", "instanceId", id).ok());
            for (String id : ids) {
                if (!id.equals(poisoned)) {
                    ann.awaitState(id, "stopped");
                }
            }
            Eventually.is(() -> letters.list(100).stream()
                    .anyMatch(it -> it.streamId().equals(poisoned)
                            && it.processingGroup().equals(ViewsProjection.NAME)
                            && String.valueOf(it.cause()).contains("P0001")));
            assertThat(deadLetters()).isEqualTo(1);
            // The feed is another reader: it shows what the poisoned row can't.
            ann.await(it -> types(it).contains("instance.stopped"), "events.list", "resourceId", poisoned);
            assertThat(ann.call("instances.get", "instanceId", poisoned).text("state"))
                    .isEqualTo("running");
            ann.awaitState(pool.create().ok().get("id").asString(), "running");
            assertThat(letters.retry(ViewsProjection.NAME, poisoned)).isFalse();
        } finally {
            dropTrigger("instance");
        }
        assertThat(letters.retry(ViewsProjection.NAME, poisoned)).isTrue();
        ann.awaitState(poisoned, "stopped");
        assertThat(deadLetters()).isZero();
        ann.call("instances.start", "instanceId", poisoned).ok();
        ann.awaitState(poisoned, "running");
        Sums.awaitRight(ann, pool, doors);
    }

    @Test
    void aTransactionThatIsOpenForFiveSecondsSkipsNothing() throws Exception {
        String slow = pool.running();
        Map<String, String> acknowledged;
        trigger(
                "domain_event_entry",
                "before insert",
                "if new.aggregate_identifier = '" + slow + "' and new.payload_type = 'instance.stopping' then"
                        + " perform pg_sleep(5); end if;");
        try (Creates creates = new Creates(pool, 4)) {
            creates.await(5);
            CompletableFuture<Api.Answer> stop =
                    CompletableFuture.supplyAsync(() -> ann.call("instances.stop", "instanceId", slow));
            assertThat(stop.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
            creates.await(5);
            acknowledged = creates.end();
            assertThat(creates.wrong()).isEmpty();
        } finally {
            dropTrigger("domain_event_entry");
        }
        ann.awaitState(slow, "stopped");
        Set<String> expected = new HashSet<>(acknowledged.values());
        expected.add(slow);
        Eventually.is(() -> Sums.instances(ann, pool.id()).size() == expected.size());
        Set<String> created = new HashSet<>();
        for (JsonNode event : allEvents()) {
            if (event.get("type").asString().equals("instance.created")) {
                created.add(event.get("subject").asString());
            }
        }
        assertThat(created).isEqualTo(expected);
        Sums.awaitRight(ann, pool, doors);
    }

    @Test
    void aSagaThatThrowsIsParkedAndBuiltAgainWhileOthersGoOn() {
        List<String> ids =
                IntStream.range(0, OTHERS).mapToObj(i -> pool.running()).toList();
        String missing = ids.get(3);
        String unreadable = ids.get(6);
        SagaRows sagas = server.bean(Reconciler.class).sagaRows();
        // One has seen nothing although its stream has begun, the other one's state is no state.
        sql.update("update resource_saga set revision = 0, state = '{\"plan\":null}' where resource_id = ?", missing);
        sql.update("update resource_saga set revision = 0, state = '[1]' where resource_id = ?", unreadable);
        trigger("parked_saga", "before delete", "raise 'not yet';");
        try {
            inParallel(ids, id -> ann.call("instances.stop", "instanceId", id).ok());
            for (String id : ids) {
                if (!id.equals(missing) && !id.equals(unreadable)) {
                    ann.awaitState(id, "stopped");
                }
            }
            Eventually.is(() -> sagas.parked(100).stream()
                            .filter(it -> it.retries() > 0)
                            .filter(it -> Set.of(missing, unreadable).contains(it.resourceId()))
                            .count()
                    == 2);
            assertThat(server.bean(MeterRegistry.class)
                            .get("berth.sagas.parked")
                            .gauge()
                            .value())
                    .isGreaterThanOrEqualTo(2);
        } finally {
            dropTrigger("parked_saga");
        }
        sagas.hurry(missing);
        sagas.hurry(unreadable);
        ann.awaitState(missing, "stopped");
        ann.awaitState(unreadable, "stopped");
        Sums.awaitRight(ann, pool, doors);
        assertThat(sagas.parkedCount()).isZero();
    }

    private List<JsonNode> allEvents() {
        List<JsonNode> events = new ArrayList<>();
        long after = 0;
        while (true) {
            JsonNode page =
                    ann.call("events.list", "after", after, "limit", 100).ok();
            page.get("items").forEach(events::add);
            if (page.get("items").isEmpty()) {
                return events;
            }
            after = events.getLast().get("position").asLong();
        }
    }

    private static List<String> types(JsonNode events) {
        List<String> types = new ArrayList<>();
        events.path("items").forEach(it -> types.add(it.get("type").asString()));
        return types;
    }

    private static double deadLetters() {
        return server.bean(MeterRegistry.class)
                .get("berth.projection.dead.letters")
                .tag("projection", ViewsProjection.NAME)
                .gauge()
                .value();
    }

    private static void inParallel(List<String> ids, java.util.function.Consumer<String> call) {
        CompletableFuture.allOf(ids.stream()
                        .map(id -> CompletableFuture.runAsync(() -> call.accept(id)))
                        .toArray(CompletableFuture[]::new))
                .join();
    }

    private static void trigger(String table, String when, String body) {
        String row = when.contains("delete") ? "old" : "new";
        sql.execute("create function attack_" + table + "() returns trigger language plpgsql as $$ begin " + body
                + " return " + row + "; end $$");
        sql.execute("create trigger attack " + when + " on " + table + " for each row execute function attack_" + table
                + "()");
    }

    private static void dropTrigger(String table) {
        sql.execute("drop function attack_" + table + "() cascade");
    }
}
