package dev.berth.infra.store;

import dev.berth.api.Outcome;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Counts and times commands by name and outcome, and the tries that had to be repeated. */
final class CommandMetrics {
    private record Key(Class<?> command, String outcome) {}

    private final MeterRegistry registry;
    private final Map<Key, Timer> timers = new ConcurrentHashMap<>();

    CommandMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** The outcome {@code done}, or the error's code. */
    static String name(Outcome<?> outcome) {
        return switch (outcome) {
            case Outcome.Done<?> done -> "done";
            case Outcome.Refused<?> refused -> refused.problem().code().name().toLowerCase(Locale.ROOT);
        };
    }

    void finished(Object command, String outcome, long nanos) {
        timers.computeIfAbsent(
                        new Key(command.getClass(), outcome),
                        key -> Timer.builder("berth.commands")
                                .description("Commands by name and outcome")
                                .tag("command", key.command().getSimpleName())
                                .tag("outcome", key.outcome())
                                .register(registry))
                .record(nanos, TimeUnit.NANOSECONDS);
    }

    void repeated(Failures.Kind reason) {
        registry.counter("berth.commands.repeated", "reason", reason.name().toLowerCase(Locale.ROOT))
                .increment();
    }
}
