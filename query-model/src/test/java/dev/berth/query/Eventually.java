package dev.berth.query;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition, within a bound. */
public final class Eventually {
    private static final Duration BOUND = Duration.ofSeconds(90);

    private Eventually() {}

    /** Returns once the condition holds; fails after the bound. */
    public static void holds(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + BOUND.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("Within " + BOUND + " it did not come about that " + what);
            }
            LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
        }
    }
}
