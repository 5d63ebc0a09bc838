package dev.berth.infra.e2e.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.BerthServer;
import dev.berth.infra.e2e.Eventually;
import dev.berth.infra.queue.Abandonment;
import dev.berth.infra.queue.ReconcileSettings;
import dev.berth.infra.queue.Reconciler;
import dev.berth.infra.queue.RunnerHooks;
import dev.berth.infra.queue.StepRow;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Every operation at a provider meets everything that can happen to its request there: it ends as if nothing had, the
 * provider has exactly what the tenant has, nothing twice and nothing orphaned, and the charge is exact. All operations are
 * under way together; no cell of operation and fault is empty.
 */
class ProviderCellsTest {
    private static final Set<String> CELLS = ConcurrentHashMap.newKeySet();
    private static BerthServer server;
    private static Cloud cloud;
    private static Reconciler current;
    private static int stages;

    /** What happens to the request. */
    enum Fault {
        CARRIED_OUT_LATE("'effect':'delay','delayMs':2500"),
        ANSWERED_LATE("'effect':'lateAnswer','delayMs':2500"),
        ANSWER_LOST("'effect':'dropAnswer'"),
        ANSWER_LOST_AND_NOT_SHOWN_AT_FIRST("'effect':'dropAnswer'"),
        TOO_MANY("'effect':'rateLimit'"),
        FAILED("'effect':'status','status':500"),
        UNAVAILABLE("'effect':'status','status':503"),
        PENDING_EVENT("'effect':'status','status':422,'message':'Droplet already has a pending event.'"),
        REFUSED_FOR_GOOD("'effect':'status','status':422,'message':'This can not be done.'");

        final String effect;

        Fault(String effect) {
            this.effect = effect;
        }
    }

    /** Where the reconciler is when its process is gone. */
    enum Kill {
        BEFORE_CALL,
        DURING_CALL,
        AFTER_CALL,
        AFTER_OUTCOME
    }

    @BeforeAll
    static void start() {
        server = Cloud.server("--berth.reconcile.pass=2s");
        cloud = new Cloud(server);
        current = server.bean(Reconciler.class);
    }

    @AfterAll
    static void stop() {
        current.close();
        double rearmed =
                server.bean(MeterRegistry.class).counter("berth.steps_rearmed").count();
        server.close();
        assertThat(rearmed).isZero();
        assertThat(CELLS).hasSize((Fault.values().length + Kill.values().length) * Operation.values().length);
    }

    @ParameterizedTest
    @EnumSource
    void endsAsIfNothingHadHappened(Fault fault) {
        Stage stage = new Stage(server, cloud, ++stages);
        if (fault == Fault.ANSWER_LOST_AND_NOT_SHOWN_AT_FIRST) {
            cloud.latency("{'actionMs':60,'listLagMs':800}");
        }
        ask(stage, fault.effect, fault.name());
        for (Operation operation : Operation.values()) {
            stage.ends(operation, fault == Fault.REFUSED_FOR_GOOD ? operation.refused : operation.end);
        }
        cloud.latency("{'actionMs':60,'listLagMs':0}");
        stage.clear();
    }

    /** Each meets the fault: those that share a path come one after the other. */
    private static void ask(Stage stage, String effect, String cell) {
        for (Operation operation : Operation.values()) {
            String path = stage.path(operation);
            Eventually.is(() -> faults().stream().noneMatch(it -> it.equals(operation.method + " " + path)));
            cloud.fault("[{'method':'%s','path':'%s',%s}]".formatted(operation.method, path, effect));
            stage.ask(operation);
            CELLS.add(cell + " " + operation);
        }
        Eventually.is(() -> faults().isEmpty());
    }

    private static Set<String> faults() {
        Set<String> left = ConcurrentHashMap.newKeySet();
        cloud.ok("GET", "/_simulator/faults", "")
                .get("items")
                .forEach(it -> left.add(
                        it.get("method").asString() + " " + it.get("path").asString()));
        return left;
    }

    @ParameterizedTest
    @EnumSource
    void endsTheSameWhenItsProcessIsGone(Kill kill) throws Exception {
        Stage stage = new Stage(server, cloud, ++stages);
        Eventually.is(() -> current.rows().depth() == 0);
        Abandonment.abandon(current);
        Moments moments = new Moments(kill);
        current = reconciler(moments);
        if (kill == Kill.DURING_CALL) {
            for (Operation operation : Operation.values()) {
                cloud.fault("[{'method':'%s','path':'%s','effect':'delay','delayMs':1500}]"
                        .formatted(operation.method, stage.path(operation)));
            }
        }
        for (Operation operation : Operation.values()) {
            stage.ask(operation);
            CELLS.add(kill + " " + operation);
        }
        if (kill == Kill.DURING_CALL) {
            Eventually.is(() -> faults().isEmpty());
        } else {
            assertThat(moments.gone.await(60, TimeUnit.SECONDS)).isTrue();
        }
        Abandonment.abandon(current);
        cloud.clearFaults();

        // As time would: the leases of the one that is gone end.
        server.bean(JdbcTemplate.class)
                .update("update step_queue set lease_until = now() where lease_owner is not null");
        current = reconciler(RunnerHooks.NONE);
        for (Operation operation : Operation.values()) {
            stage.ends(operation, operation.end);
        }
        stage.clear();
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

    /** Holds every resource at the moment until all are there, then the runner is gone. */
    private static final class Moments implements RunnerHooks {
        private final Kill kill;
        private final Map<String, Boolean> there = new ConcurrentHashMap<>();
        final CountDownLatch gone = new CountDownLatch(Operation.values().length);

        Moments(Kill kill) {
            this.kill = kill;
        }

        @Override
        public void at(Moment moment, StepRow row) {
            if (moment.name().equals(kill.name())) {
                if (there.putIfAbsent(row.resourceId(), true) == null) {
                    gone.countDown();
                }
                try {
                    gone.await(60, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                throw new Abandoned();
            }
        }
    }
}
