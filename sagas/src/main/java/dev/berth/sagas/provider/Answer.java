package dev.berth.sagas.provider;

import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What came of one call to a provider. The type says what may be concluded; words are the provider's own where it gave
 * any, made for people, and hold no secret.
 *
 * @param <T> what was asked for
 */
public sealed interface Answer<T> {

    /** It is so now, whether by this call or before it. */
    record Done<T>(T value) implements Answer<T> {}

    /**
     * The provider has taken it and works on it. It is looked at again by later calls, never waited for.
     *
     * @param value what is known by now
     * @param operation the provider's name for the work, for {@code progress}; absent where it gives none
     */
    record Pending<T>(T value, @Nullable String operation) implements Answer<T> {}

    /** What the call is about is not there (any more). Nothing was changed. */
    record Missing<T>(String words) implements Answer<T> {}

    /**
     * Refused for good, as things stand. Nothing was changed.
     *
     * @param reason a word that code can compare, such as {@code size}, {@code name}, {@code limit}, {@code secret}
     */
    record Refused<T>(String reason, String words) implements Answer<T> {}

    /**
     * Not carried out, and it will pass: too many requests, something else in progress, an outage while reading.
     *
     * @param retryAfter how long to leave it alone, where the provider said so
     */
    record Busy<T>(String words, @Nullable Duration retryAfter) implements Answer<T> {}

    /**
     * A changing request was sent, and nobody knows whether it was, or still will be, carried out.
     *
     * @param answered whether the provider answered at all (with an error of its own), so that nothing is on its way any
     *     more
     */
    record Unknown<T>(String words, boolean answered) implements Answer<T> {}

    /** The same answer about something else. */
    default <R> Answer<R> map(Function<? super T, ? extends R> to) {
        return switch (this) {
            case Done<T> it -> new Done<>(to.apply(it.value()));
            case Pending<T> it -> new Pending<>(to.apply(it.value()), it.operation());
            case Missing<T> it -> new Missing<>(it.words());
            case Refused<T> it -> new Refused<>(it.reason(), it.words());
            case Busy<T> it -> new Busy<>(it.words(), it.retryAfter());
            case Unknown<T> it -> new Unknown<>(it.words(), it.answered());
        };
    }
}
