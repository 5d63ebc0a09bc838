package dev.berth.infra.queue;

import dev.berth.api.instance.InstanceState;
import dev.berth.sagas.node.HostDriver;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.tokenstore.TokenStore;

/** Reconciliation at work on what has happened, with simulated hosts. */
final class World extends Chronicle implements AutoCloseable {
    final HostDoor door;
    MeterRegistry meters = new SimpleMeterRegistry();
    Reconciler reconciler;

    private final List<Reconciler> started = new ArrayList<>();
    private int owners;

    World(HostDoor door) {
        this.door = door;
    }

    static ReconcileSettings settings() {
        return new ReconcileSettings(
                Duration.ofMillis(100),
                Duration.ofMillis(50),
                Duration.ofSeconds(5),
                Duration.ofSeconds(20),
                Duration.ofSeconds(90),
                16,
                Duration.ofMillis(20),
                Duration.ofMillis(10),
                Duration.ofMillis(50),
                Duration.ofSeconds(5),
                false);
    }

    Reconciler start() {
        return start(settings(), RunnerHooks.NONE, door.driver);
    }

    Reconciler start(RunnerHooks hooks) {
        return start(settings(), hooks, door.driver);
    }

    Reconciler start(ReconcileSettings settings, RunnerHooks hooks, HostDriver driver) {
        meters = new SimpleMeterRegistry();
        reconciler = new Reconciler(
                "runner-" + ++owners,
                new Reconciler.Surroundings(
                        database.jdbc,
                        database.transactions,
                        events,
                        store.getBean(TokenStore.class),
                        store.getBean(TransactionManager.class),
                        driver,
                        hosts(),
                        live(),
                        this::report,
                        (id, encrypted) -> "#cloud-config of " + id,
                        meters),
                settings,
                new Random(7),
                hooks);
        reconciler.start();
        started.add(reconciler);
        return reconciler;
    }

    /** Another process's runner on the same queue. */
    StepRunner secondRunner() {
        return new StepRunner(
                "second-" + ++owners,
                new StepRows(database.jdbc),
                List.of(new InstanceSteps(
                        new RecentInstances(new EventStoreInstances(events)),
                        hosts(),
                        door.driver,
                        (id, data) -> "",
                        this::report)),
                new Wakeups(),
                settings(),
                new Random(8),
                RunnerHooks.NONE);
    }

    double rearmed() {
        return meters.counter("berth.steps_rearmed").count();
    }

    static void eventually(String what, BooleanSupplier condition) {
        eventually(what, Duration.ofSeconds(90), condition);
    }

    static void eventually(String what, Duration atMost, BooleanSupplier condition) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Not within " + atMost + ": " + what);
            }
            LockSupport.parkNanos(2_000_000);
        }
    }

    void eventually(String id, InstanceState state) {
        try {
            eventually(id + " is " + state, () -> state(id) == state);
        } catch (AssertionError e) {
            throw new AssertionError(e.getMessage() + ": " + view(id) + " queue "
                    + database.jdbc.queryForList("select * from step_queue"));
        }
    }

    /** Everything that was wanted has been done, and nobody had to be reminded. */
    void quiet() {
        eventually("the queue is empty", () -> reconciler.rows().depth() == 0);
        if (rearmed() != 0) {
            throw new AssertionError("Steps were lost and put back: " + rearmed());
        }
    }

    @Override
    public void close() {
        started.forEach(Reconciler::close);
        store.close();
    }
}
