package dev.berth.infra.queue;

import dev.berth.api.instance.MachineShape;
import dev.berth.api.node.NodeEvent.NodeRegistered;
import dev.berth.api.node.NodeState;
import dev.berth.api.node.NodeView;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What reconciliation does by the clock: asks hosts whether they are there, compares what they have, mends sagas, and
 * looks for steps that are missing.
 *
 * <p>Owns: when, and that one host's slowness delays no other's.<br>
 * Does not own: what is done.<br>
 * Invariants: no host is asked twice at once.<br>
 * On failure: logged; the next round comes all the same.
 */
public final class PeriodicPass implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PeriodicPass.class);
    private static final Duration REPAIRS = Duration.ofSeconds(1);

    private final Hosts hosts;
    private final HostHealth health;
    private final HostListing listing;
    private final Rearm rearm;
    private final SagaRepairs repairs;
    private final ReconcileMetrics metrics;
    private final ReconcileSettings settings;
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("reconcile-pass").daemon().factory());
    private final ExecutorService work = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<String> inWork = ConcurrentHashMap.newKeySet();

    PeriodicPass(
            Hosts hosts,
            HostHealth health,
            HostListing listing,
            Rearm rearm,
            SagaRepairs repairs,
            ReconcileMetrics metrics,
            ReconcileSettings settings) {
        this.hosts = hosts;
        this.health = health;
        this.listing = listing;
        this.rearm = rearm;
        this.repairs = repairs;
        this.metrics = metrics;
        this.settings = settings;
    }

    /** Begins. */
    public void start() {
        if (!settings.paused()) {
            every(settings.health(), () -> hosts.all().forEach(this::checkHealth));
            every(settings.pass(), () -> hosts.all().forEach(this::compare));
            every(settings.pass(), () -> once("rearm", () -> metrics.rearmed(rearm.run())));
        }
        every(REPAIRS, () -> once("repairs", repairs::retryDue));
    }

    /** Asks a host that was just registered, before it is in any read model. */
    public void registered(NodeRegistered node, Instant now) {
        if (settings.paused()) {
            return;
        }
        checkHealth(new NodeView(
                node.nodeId(),
                node.tenantId(),
                node.createdBy(),
                now,
                now,
                1,
                node.poolId(),
                node.name(),
                node.driver(),
                node.endpoint(),
                node.capacity(),
                MachineShape.NOTHING,
                NodeState.PENDING,
                null));
    }

    /** Asks all hosts now: something happened to one. */
    public void nudge() {
        if (settings.paused()) {
            return;
        }
        clock.execute(guarded(() -> hosts.all().forEach(this::checkHealth)));
    }

    private void checkHealth(NodeView node) {
        once("health " + node.id(), () -> {
            if (health.check(node)) {
                compare(node);
            }
        });
    }

    private void compare(NodeView node) {
        if (node.state() != NodeState.REMOVED && node.state() != NodeState.PENDING) {
            once("listing " + node.id(), () -> listing.compare(node));
        }
    }

    /** In a thread of its own, unless the same is still being done. */
    private void once(String what, Runnable task) {
        if (inWork.add(what)) {
            try {
                work.execute(() -> {
                    try {
                        guarded(task).run();
                    } finally {
                        inWork.remove(what);
                    }
                });
            } catch (java.util.concurrent.RejectedExecutionException e) {
                inWork.remove(what);
            }
        }
    }

    private void every(Duration period, Runnable task) {
        clock.scheduleWithFixedDelay(guarded(task), 0, period.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.atWarn().setCause(e).log("A part of the periodic pass failed; it comes again");
            }
        };
    }

    @Override
    public void close() {
        clock.shutdownNow();
        work.shutdown();
        try {
            if (!work.awaitTermination(2, TimeUnit.SECONDS)) {
                work.shutdownNow();
            }
        } catch (InterruptedException e) {
            work.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
