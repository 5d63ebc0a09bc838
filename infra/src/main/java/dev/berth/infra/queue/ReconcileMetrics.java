package dev.berth.infra.queue;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleSupplier;

/** The meters of reconciliation. */
public final class ReconcileMetrics {
    private final MeterRegistry registry;
    private final Counter rearmed;
    private final Set<String> accounts = ConcurrentHashMap.newKeySet();

    /** Registers them. */
    public ReconcileMetrics(MeterRegistry registry, StepRows rows, SagaRows sagas) {
        this.registry = registry;
        this.rearmed = Counter.builder("berth.steps_rearmed")
                .description("Resources that needed a step and had none; anything but 0 is a mistake of ours")
                .register(registry);
        gauge("berth.steps.queued", "Steps in the queue", rows::depth);
        gauge("berth.steps.oldest.due.seconds", "For how long the oldest due step has waited", rows::oldestDueSeconds);
        gauge("berth.sagas.parked", "Resources whose saga failed and is built again", sagas::parkedCount);
    }

    private void gauge(String name, String description, DoubleSupplier value, String... tags) {
        Gauge.builder(name, () -> {
                    try {
                        return value.getAsDouble();
                    } catch (RuntimeException e) {
                        // No database, no figure; the scrape goes on.
                        return Double.NaN;
                    }
                })
                .description(description)
                .tags(tags)
                .register(registry);
    }

    /** Shows the queue of an account from now on. */
    void account(String accountId, StepRows rows) {
        if (!accounts.add(accountId)) {
            return;
        }
        gauge(
                "berth.account.steps.queued",
                "Steps in the queue that wait for an account",
                () -> rows.depth(accountId),
                "account",
                accountId);
    }

    void rearmed(int count) {
        rearmed.increment(count);
    }

    /** The calls of one operation that ended one way. */
    Timer driverCalls(String operation, String outcome) {
        return Timer.builder("berth.driver.calls")
                .description("Calls to hosts")
                .tag("op", operation)
                .tag("outcome", outcome)
                .register(registry);
    }

    /** The calls to providers of one operation that ended one way. */
    Timer providerCalls(String operation, String outcome) {
        return Timer.builder("berth.provider.calls")
                .description("Calls to providers")
                .tag("op", operation)
                .tag("outcome", outcome)
                .register(registry);
    }
}
