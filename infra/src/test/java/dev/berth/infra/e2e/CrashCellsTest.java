package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.queue.Abandonment;
import dev.berth.infra.queue.ReconcileSettings;
import dev.berth.infra.queue.Reconciler;
import dev.berth.infra.queue.RunnerHooks;
import dev.berth.infra.queue.RunnerHooks.Abandoned;
import dev.berth.infra.queue.StepRow;
import dev.berth.query.projection.Balance;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jooq.DSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Every operation, with the reconciler of a whole server abandoned at every moment, as if its process had been killed:
 * another one on the same database ends with the same result. All operations of a moment are in flight together, each at
 * that moment; no cell of operation and moment is empty.
 */
class CrashCellsTest {
    private static BerthServer server;
    private static HostDoors doors;
    private static Reconciler current;
    private static final Set<String> reachedCells = ConcurrentHashMap.newKeySet();

    /** Where the reconciler is when it is gone. */
    enum When {
        BEFORE_QUEUED,
        QUEUED,
        TAKEN,
        BEFORE_CALL,
        DURING_CALL,
        AFTER_CALL,
        AFTER_OUTCOME,
        DONE
    }

    /** What was asked, and where it ends. */
    enum Asked {
        PROVISION("provision", "running"),
        PROVISION_STOPPED("provision", "stopped"),
        START("start", "running"),
        RESIZE("resize", "running"),
        STOP("stop", "stopped"),
        DESTROY("destroy", "deleted");

        final String operation;
        final String last;

        Asked(String operation, String last) {
            this.operation = operation;
            this.last = last;
        }
    }

    @BeforeAll
    static void start() {
        server = BerthServer.start(
                BerthServer.temporary(),
                "--berth.reconcile.driver-deadline=30s",
                "--berth.reconcile.pass=200ms",
                "--berth.reconcile.health=200ms",
                "--berth.reconcile.poll=50ms");
        doors = new HostDoors(server.simulator());
        current = server.bean(Reconciler.class);
    }

    @AfterAll
    static void stop() {
        current.close();
        double rearmed =
                server.bean(MeterRegistry.class).counter("berth.steps_rearmed").count();
        server.close();
        assertThat(rearmed).isZero();
        assertThat(reachedCells).hasSize(When.values().length * Asked.values().length);
    }

    @ParameterizedTest
    @EnumSource
    void endsTheSame(When when) throws Exception {
        Api ann = server.newTenant();
        HostedPool pool = HostedPool.roomy(ann);
        String node = ann.call("nodes.list", "poolId", pool.id())
                .ok()
                .get("items")
                .get(0)
                .get("id")
                .asString();
        Map<Asked, String> ids = prepared(ann, pool);
        Map<Asked, Integer> before = new EnumMap<>(Asked.class);
        ids.forEach((asked, id) -> before.put(asked, doors.carriedOut(node, asked.operation, id)));

        Moments moments = new Moments(when);
        Abandonment.abandon(current);
        current = reconciler(moments);
        switch (when) {
            case BEFORE_QUEUED -> Abandonment.abandon(current);
            case QUEUED -> {
                pool.create().ok();
                assertThat(moments.gone.await(20, TimeUnit.SECONDS)).isTrue();
            }
            case DURING_CALL -> {
                for (String operation : Set.of("provision", "start", "stop", "resize", "destroy")) {
                    doors.fault(node, operation, Asked.values().length, "hang");
                }
            }
            default -> {}
        }
        ask(ann, pool, ids);
        switch (when) {
            case BEFORE_QUEUED -> assertThat(queued(ids)).isEmpty();
            case QUEUED -> Eventually.is(() -> queued(ids).size() == Asked.values().length);
            case DURING_CALL -> Eventually.is(() -> doors.hanging(node) == Asked.values().length);
            default -> assertThat(moments.gone.await(20, TimeUnit.SECONDS)).isTrue();
        }
        for (Asked asked : Asked.values()) {
            reachedCells.add(when + " " + asked);
        }
        Abandonment.abandon(current);
        if (when == When.DURING_CALL) {
            // What had reached the host is carried out after all, with nobody there to hear of it.
            doors.clear(node);
        }

        // As time would: the leases of the one that is gone end.
        server.bean(JdbcTemplate.class)
                .update("update step_queue set lease_until = now() where lease_owner is not null");
        current = reconciler(RunnerHooks.NONE);
        for (Asked asked : Asked.values()) {
            String id = ids.get(asked);
            ann.awaitState(id, asked.last);
            assertThat(doors.carriedOut(node, asked.operation, id) - before.getOrDefault(asked, 0))
                    .as("%s of %s", asked.operation, id)
                    .isEqualTo(1);
        }
        Sums.awaitRight(ann, pool, doors);
        assertThat(Balance.differences(server.bean(DSLContext.class))).isEmpty();
    }

    private static Map<Asked, String> prepared(Api ann, HostedPool pool) {
        Map<Asked, String> ids = new EnumMap<>(Asked.class);
        for (Asked asked : Set.of(Asked.START, Asked.RESIZE)) {
            ids.put(asked, pool.create("desiredState", "stopped").ok().get("id").asString());
        }
        for (Asked asked : Set.of(Asked.STOP, Asked.DESTROY)) {
            ids.put(asked, pool.create().ok().get("id").asString());
        }
        ids.forEach((asked, id) ->
                ann.awaitState(id, asked == Asked.START || asked == Asked.RESIZE ? "stopped" : "running"));
        ann.call("instances.resize", "instanceId", ids.get(Asked.RESIZE), "flavor", "large")
                .ok();
        Eventually.is(() -> current.rows().depth() == 0);
        return ids;
    }

    private static void ask(Api ann, HostedPool pool, Map<Asked, String> ids) {
        ids.put(Asked.PROVISION, pool.create().ok().get("id").asString());
        ids.put(
                Asked.PROVISION_STOPPED,
                pool.create("desiredState", "stopped").ok().get("id").asString());
        ann.call("instances.start", "instanceId", ids.get(Asked.START)).ok();
        ann.call("instances.start", "instanceId", ids.get(Asked.RESIZE)).ok();
        ann.call("instances.stop", "instanceId", ids.get(Asked.STOP)).ok();
        ann.call("instances.delete", "instanceId", ids.get(Asked.DESTROY)).ok();
    }

    private static Set<String> queued(Map<Asked, String> ids) {
        return current.rows().present(new HashSet<>(ids.values()));
    }

    private static Reconciler reconciler(RunnerHooks hooks) {
        Reconciler next = new Reconciler(
                UUID.randomUUID().toString(),
                server.bean(Reconciler.Surroundings.class),
                server.bean(ReconcileSettings.class),
                new Random(1),
                hooks);
        next.start();
        return next;
    }

    /** Holds every step at the moment until all are there, then the runner is gone. */
    private static final class Moments implements RunnerHooks {
        private final When when;
        final CountDownLatch gone;

        Moments(When when) {
            this.when = when;
            // While steps shall stay queued, the runner is gone with a step of its own.
            this.gone = new CountDownLatch(when == When.QUEUED ? 1 : Asked.values().length);
        }

        @Override
        public void at(Moment moment, StepRow row) {
            Moment wanted = switch (when) {
                case QUEUED, TAKEN -> Moment.TAKEN;
                case BEFORE_CALL -> Moment.BEFORE_CALL;
                case AFTER_CALL -> Moment.AFTER_CALL;
                case AFTER_OUTCOME -> Moment.AFTER_OUTCOME;
                case DONE -> Moment.DONE;
                default -> null;
            };
            if (moment == wanted) {
                gone.countDown();
                try {
                    gone.await(20, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                throw new Abandoned();
            }
        }
    }
}
