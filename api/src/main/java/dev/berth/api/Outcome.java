package dev.berth.api;

import java.util.function.Function;

/**
 * The result of a decision. A refusal is a value and not an exception, so that the unit of work that records it
 * commits.
 *
 * @param <T> what an allowed call yields
 */
public sealed interface Outcome<T> {
    /** Allowed and carried out. */
    record Done<T>(T value) implements Outcome<T> {}

    /** Refused; nothing but the record of the refusal was kept. */
    record Refused<T>(Problem problem) implements Outcome<T> {}

    /** Carried out, with this value. */
    static <T> Outcome<T> done(T value) {
        return new Done<>(value);
    }

    /** Refused, for this reason. */
    static <T> Outcome<T> refused(Problem problem) {
        return new Refused<>(problem);
    }

    /** The same refusal, or the value changed by {@code change}. */
    default <R> Outcome<R> map(Function<? super T, ? extends R> change) {
        return switch (this) {
            case Done<T> done -> new Done<>(change.apply(done.value()));
            case Refused<T> refused -> new Refused<>(refused.problem());
        };
    }

    /** The same refusal, or what {@code next} makes of the value. */
    default <R> Outcome<R> then(Function<? super T, Outcome<R>> next) {
        return switch (this) {
            case Done<T> done -> next.apply(done.value());
            case Refused<T> refused -> new Refused<>(refused.problem());
        };
    }
}
