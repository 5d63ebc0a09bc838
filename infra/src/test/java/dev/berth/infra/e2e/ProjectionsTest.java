package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** Read models are listed, compared, and made anew while they serve, by the operator alone. */
class ProjectionsTest {
    private BerthServer server = BerthServer.shared();
    private Api acme = server.newTenant();
    private Api operator = server.operator(acme.tenantId());

    private void on(BerthServer own) {
        server = own;
        acme = own.newTenant();
        operator = own.operator(acme.tenantId());
    }

    private JsonNode projection(String name) {
        for (JsonNode item : operator.call("projections.list").ok().get("items")) {
            if (item.get("name").asString().equals(name)) {
                return item;
            }
        }
        throw new AssertionError("There is no " + name);
    }

    private void rebuilt(String name) {
        operator.await(body -> !projection(name).get("state").asString().equals("rebuilding"), "projections.list");
    }

    @Test
    void theOperatorSeesHowFarEachIs() {
        HostedPool.create(acme, 1, 1, 10);
        for (String name : List.of("views", "feed", "usage")) {
            operator.await(body -> projection(name).get("lag").asLong() == 0, "projections.list");
            assertThat(projection(name).get("state").asString()).isEqualTo("running");
            assertThat(projection(name).get("position").asLong()).isPositive();
        }
    }

    @Test
    void nobodyElseDoes() {
        Api reader = server.as(acme.tenantId(), "rita", "reader");
        for (Api caller : List.of(acme, reader)) {
            caller.call("projections.list").refused("ACCESS_DENIED");
            caller.call("projections.verify", "name", "views").refused("ACCESS_DENIED");
            caller.call("projections.rebuild", "name", "views").refused("ACCESS_DENIED");
            caller.call("projections.deadLetters.list").refused("ACCESS_DENIED");
            caller.call("projections.deadLetters.retry", "name", "views", "resourceId", "x")
                    .refused("ACCESS_DENIED");
            caller.call("sagas.parked.list").refused("ACCESS_DENIED");
            caller.call("sagas.parked.retry", "resourceId", "x").refused("ACCESS_DENIED");
        }
    }

    @Test
    void whatIsNotThereOrCanNotBeDoneIsSaid() {
        operator.call("projections.verify", "name", "nothing").refused("NOT_FOUND");
        operator.call("projections.rebuild", "name", "nothing").refused("NOT_FOUND");
        operator.call("projections.rebuild", "name", "feed").refused("UNSUPPORTED");
        operator.call("sagas.parked.retry", "resourceId", "inst_none").refused("NOT_FOUND");
        operator.call("projections.deadLetters.retry", "name", "nothing", "resourceId", "x")
                .refused("NOT_FOUND");
        assertThat(operator.call("projections.deadLetters.retry", "name", "views", "resourceId", "x")
                        .ok()
                        .get("clear")
                        .asBoolean())
                .isTrue();
    }

    /** On a server of its own, since it changes rows of read tables by hand. */
    @Test
    void aRowThatWasChangedByHandIsFoundAndHealed() {
        try (BerthServer own = BerthServer.start(BerthServer.temporary())) {
            on(own);
            HostedPool pool = HostedPool.roomy(acme);
            String id = pool.running();
            for (String name : List.of("views", "feed", "usage")) {
                assertThat(verify(name)).as(name).isZero();
            }
            JdbcTemplate jdbc = own.bean(JdbcTemplate.class);
            jdbc.update("update instance set view = jsonb_set(view, '{vcpu}', '7') where id = ?", id);
            jdbc.update("update usage_interval set from_ms = from_ms - 1000");
            jdbc.update("update feed set data = replace(data, 'small', 'large') where type = 'instance.created'");
            assertThat(verify("views")).isPositive();
            assertThat(verify("usage")).isPositive();
            assertThat(verify("feed")).isPositive();
            operator.call("projections.rebuild", "name", "views").ok();
            operator.call("projections.rebuild", "name", "usage").ok();
            rebuilt("views");
            rebuilt("usage");
            assertThat(verify("views")).isZero();
            assertThat(verify("usage")).isZero();
            assertThat(acme.call("instances.get", "instanceId", id)
                            .ok()
                            .get("vcpu")
                            .asInt())
                    .isEqualTo(1);
            acme.call("instances.stop", "instanceId", id).ok();
            acme.awaitState(id, "stopped");
        }
    }

    private long verify(String name) {
        return operator.call("projections.verify", "name", name)
                .ok()
                .get("differences")
                .asLong();
    }

    @Test
    @Tag("campaign")
    void aRebuildUnderLoadFailsNoReadAndShowsNothingStale() throws InterruptedException {
        HostedPool pool = HostedPool.roomy(acme);
        pool.running();
        AtomicBoolean going = new AtomicBoolean(true);
        Queue<String> problems = new ConcurrentLinkedQueue<>();
        Queue<String> made = new ConcurrentLinkedQueue<>();
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            clients.add(Thread.ofVirtual().start(() -> {
                while (going.get()) {
                    Api.Answer created = pool.create();
                    if (created.status() != 200) {
                        problems.add("create: " + created.body());
                        continue;
                    }
                    String id = created.text("id");
                    made.add(id);
                    Api.Answer got = acme.call("instances.get", "instanceId", id);
                    if (got.status() != 200) {
                        problems.add("get: " + got.body());
                    }
                    String deleting =
                            acme.call("instances.delete", "instanceId", id).text("desiredState");
                    String shown = acme.call("instances.get", "instanceId", id).text("desiredState");
                    if (!deleting.equals("deleted") || !shown.equals("deleted")) {
                        problems.add("delete: " + deleting + ", then " + shown);
                    }
                    LockSupport.parkNanos(5_000_000);
                }
            }));
        }
        for (int i = 0; i < 2; i++) {
            operator.call("projections.rebuild", "name", "views").ok();
            rebuilt("views");
        }
        going.set(false);
        for (Thread client : clients) {
            client.join();
        }
        assertThat(problems).isEmpty();
        assertThat(made).isNotEmpty();
        assertThat(verify("views")).isZero();
        assertThat(projection("views").get("deadLetters").asLong()).isZero();
    }

    /** Twice on one data directory: the second start finds another version, and a rebuild that a kill has ended. */
    @Test
    void aStartMakesAnewWhatAnotherVersionMadeAndGoesOnWithWhatWasBegun() {
        Path data = BerthServer.temporary();
        String id;
        try (BerthServer own = BerthServer.start(data)) {
            on(own);
            id = HostedPool.roomy(acme).running();
            JdbcTemplate jdbc = own.bean(JdbcTemplate.class);
            jdbc.update("update instance set view = jsonb_set(view, '{vcpu}', '7') where id = ?", id);
            jdbc.update("update usage_interval set from_ms = from_ms - 1000");
            jdbc.update("update projection_version set version = 0 where name = 'views'");
            jdbc.update("insert into projection_rebuild (name, version) values ('usage', 1)");
        }
        try (BerthServer again = BerthServer.start(data)) {
            operator = again.operator(acme.tenantId());
            rebuilt("views");
            rebuilt("usage");
            assertThat(verify("views")).isZero();
            assertThat(verify("usage")).isZero();
            JdbcTemplate jdbc = again.bean(JdbcTemplate.class);
            assertThat(jdbc.queryForObject(
                            "select version from projection_version where name = 'views'", Integer.class))
                    .isEqualTo(1);
            assertThat(jdbc.queryForObject("select count(*) from projection_rebuild", Integer.class))
                    .isZero();
        }
    }
}
