package dev.berth.infra.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How far something is that a provider was asked to do. */
sealed interface Asking<T> {
    /** It is so; {@code thing} as it was seen, where it had to be looked at. */
    record Shown<T>(@Nullable T thing) implements Asking<T> {}

    /** Refused for good, as things stand. */
    record Refused<T>(String reason, String words) implements Asking<T> {}

    /** What it is about is not there. */
    record Missing<T>(String words) implements Asking<T> {}

    /**
     * Not yet.
     *
     * @param trouble what the provider said, where it is more than that it works on it
     * @param failed whether the provider tried and could not
     */
    record Waiting<T>(Duration pause, @Nullable String trouble, boolean failed) implements Asking<T> {}
}
