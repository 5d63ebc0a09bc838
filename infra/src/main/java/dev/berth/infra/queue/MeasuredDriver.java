package dev.berth.infra.queue;

import dev.berth.sagas.node.HostDriver;
import dev.berth.sagas.node.HostException;
import dev.berth.sagas.node.HostFailed;
import dev.berth.sagas.node.HostRef;
import dev.berth.sagas.node.HostRefused;
import dev.berth.sagas.node.HostUnreachable;
import dev.berth.sagas.node.Machine;
import dev.berth.sagas.node.MachineSpec;
import dev.berth.sagas.node.OutcomeUnknown;
import dev.berth.sagas.node.Shape;
import dev.berth.sagas.node.StaleFence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Counts and times another driver's calls, by operation and outcome. */
public final class MeasuredDriver implements HostDriver {
    private final HostDriver driver;
    private final ReconcileMetrics metrics;

    /** Measures this driver. */
    public MeasuredDriver(HostDriver driver, ReconcileMetrics metrics) {
        this.driver = driver;
        this.metrics = metrics;
    }

    @Override
    public void ping(HostRef host, Duration deadline) {
        measured("ping", () -> {
            driver.ping(host, deadline);
            return true;
        });
    }

    @Override
    public Optional<Machine> find(HostRef host, String instanceId, Duration deadline) {
        return measured("find", () -> driver.find(host, instanceId, deadline));
    }

    @Override
    public List<Machine> list(HostRef host, Duration deadline) {
        return measured("list", () -> driver.list(host, deadline));
    }

    @Override
    public Machine provision(HostRef host, MachineSpec spec, long fence, Duration deadline) {
        return measured("provision", () -> driver.provision(host, spec, fence, deadline));
    }

    @Override
    public Machine start(HostRef host, String instanceId, long fence, Duration deadline) {
        return measured("start", () -> driver.start(host, instanceId, fence, deadline));
    }

    @Override
    public Machine stop(HostRef host, String instanceId, long fence, Duration deadline) {
        return measured("stop", () -> driver.stop(host, instanceId, fence, deadline));
    }

    @Override
    public Machine resize(HostRef host, String instanceId, Shape shape, long fence, Duration deadline) {
        return measured("resize", () -> driver.resize(host, instanceId, shape, fence, deadline));
    }

    @Override
    public void destroy(HostRef host, String instanceId, long fence, Duration deadline) {
        measured("destroy", () -> {
            driver.destroy(host, instanceId, fence, deadline);
            return true;
        });
    }

    private <T> T measured(String operation, Supplier<T> call) {
        long start = System.nanoTime();
        String outcome = "error";
        try {
            T answer = call.get();
            outcome = "ok";
            return answer;
        } catch (HostException e) {
            outcome = switch (e) {
                case HostUnreachable unreachable -> "unreachable";
                case HostFailed failed -> "failed";
                case HostRefused refused -> "refused";
                case OutcomeUnknown unknown -> "unknown";
                case StaleFence stale -> "superseded";
            };
            throw e;
        } finally {
            metrics.driverCalls(operation, outcome).record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        }
    }
}
