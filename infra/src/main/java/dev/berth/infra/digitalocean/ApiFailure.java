package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is no success. What it means is said by the status first and by the words second: the API's document leaves
 * these answers out, and its ids of errors are not stable.
 */
final class ApiFailure extends RuntimeException {

    /** 422 that pass by themselves, as clients have reported them. */
    private static final List<String> PASSING =
            List.of("pending event", "please try again", "try again later", "is currently locked", "being processed");

    private final int status;
    private final String method;
    private final String id;
    private final String words;
    private final @Nullable Duration retryAfter;

    /**
     * @param id the error's own id, for example {@code unprocessable_entity}; empty where it has none
     * @param words the provider's message, without the secret
     * @param retryAfter what its header said
     */
    ApiFailure(int status, String method, String id, String words, @Nullable Duration retryAfter) {
        super("%d: %s".formatted(status, words));
        this.status = status;
        this.method = method;
        this.id = id;
        this.words = words;
        this.retryAfter = retryAfter;
    }

    int status() {
        return status;
    }

    /** The status and what the provider said. */
    String words() {
        return "The provider answered %d: %s".formatted(status, words);
    }

    /** Whether its words or its id contain this, whatever the case. */
    boolean says(String text) {
        return (id + " " + words).toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }

    boolean is(int wanted, String text) {
        return status == wanted && says(text);
    }

    private boolean changes() {
        return !method.equals("GET");
    }

    /** What may be concluded where nothing is known of the operation. */
    <T> Answer<T> answer() {
        if (status == 429) {
            return new Answer.Busy<>(words(), retryAfter);
        }
        if (status == 408 || status >= 500) {
            // A server that failed is done with it; a gateway may have given up on one that is not.
            boolean ended = status == 500 || status == 503 || status == 501;
            return changes() ? new Answer.Unknown<>(words(), ended) : new Answer.Busy<>(words(), retryAfter);
        }
        return switch (status) {
            case 404 -> new Answer.Missing<>(words());
            case 401 -> new Answer.Refused<>("credential", words());
            case 403 -> new Answer.Refused<>(says("capacity limit") ? "quota" : "forbidden", words());
            case 409 -> new Answer.Busy<>(words(), retryAfter);
            case 422 ->
                PASSING.stream().anyMatch(this::says)
                        ? new Answer.Busy<>(words(), retryAfter)
                        : new Answer.Refused<>("invalid", words());
            default -> new Answer.Refused<>(status < 400 ? "endpoint" : "invalid", words());
        };
    }
}
