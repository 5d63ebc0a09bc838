package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Answer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A request was not sent at all. */
final class NotSent extends RuntimeException {

    private final String reason;
    private final @Nullable Duration retryAfter;

    private NotSent(String reason, String words, @Nullable Duration retryAfter) {
        super(words);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    /** It will pass. */
    static NotSent busy(String words, @Nullable Duration retryAfter) {
        return new NotSent("", words, retryAfter);
    }

    /** It will not pass by itself. */
    static NotSent refused(String reason, String words) {
        return new NotSent(reason, words, null);
    }

    <T> Answer<T> answer() {
        String words = String.valueOf(getMessage());
        return reason.isEmpty() ? new Answer.Busy<>(words, retryAfter) : new Answer.Refused<>(reason, words);
    }
}
