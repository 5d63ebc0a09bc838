package dev.berth.infra.queue;

import dev.berth.infra.queue.RunnerHooks.Moment;
import java.time.Duration;
import java.util.function.Supplier;

/** One run of one step at a provider: its row, its time, and the moments that tests look at. */
final class ProviderRun {
    private final StepRow row;
    private final RunnerHooks hooks;
    private final long end;

    ProviderRun(StepRow row, RunnerHooks hooks, Duration deadline) {
        this.row = row;
        this.hooks = hooks;
        this.end = System.nanoTime() + deadline.toNanos();
    }

    StepRow row() {
        return row;
    }

    /** Whether there is time for one more call. */
    boolean hasTime() {
        return System.nanoTime() < end;
    }

    /** A call to the provider. */
    <T> T call(Supplier<T> call) {
        hooks.at(Moment.BEFORE_CALL, row);
        T answer = call.get();
        hooks.at(Moment.AFTER_CALL, row);
        return answer;
    }

    void reported() {
        hooks.at(Moment.AFTER_OUTCOME, row);
    }
}
