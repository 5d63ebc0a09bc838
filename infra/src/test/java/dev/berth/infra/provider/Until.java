package dev.berth.infra.provider;

import dev.berth.sagas.provider.Answer;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.assertj.core.api.Assertions;

/** Waits for answers of providers, with a bound. */
public final class Until {

    private static final Duration LONGEST = Duration.ofSeconds(20);

    private Until() {}

    /** Asks again and again until the answer is so. */
    public static <T> T answer(Supplier<T> ask, Predicate<T> so) {
        long end = System.nanoTime() + LONGEST.toNanos();
        while (true) {
            T answer = ask.get();
            if (so.test(answer)) {
                return answer;
            }
            Assertions.assertThat(System.nanoTime())
                    .as("in time, after %s", answer)
                    .isLessThan(end);
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** What it shows, once it shows something so. */
    public static <T> T shows(Supplier<Answer<T>> look, Predicate<T> so) {
        Answer<T> answer = answer(look, it -> it instanceof Answer.Done<T> done && so.test(done.value()));
        return value(answer);
    }

    public static <T> void missing(Supplier<Answer<T>> look) {
        answer(look, it -> it instanceof Answer.Missing<T>);
    }

    /** The value of an answer that has one. */
    public static <T> T value(Answer<T> answer) {
        return switch (answer) {
            case Answer.Done<T> it -> it.value();
            case Answer.Pending<T> it -> it.value();
            default -> throw new AssertionError("No value: " + answer);
        };
    }

    /** Asks until it is not busy any more. */
    public static <T> Answer<T> free(Supplier<Answer<T>> ask) {
        return answer(ask, it -> !(it instanceof Answer.Busy<T>));
    }
}
