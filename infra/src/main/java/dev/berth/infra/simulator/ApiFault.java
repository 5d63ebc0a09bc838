package dev.berth.infra.simulator;

import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the next requests of one kind suffer.
 *
 * @param method for example {@code POST}
 * @param path without the query; exact, or a prefix that ends in {@code *}
 * @param times how many requests
 * @param status for {@link Effect#STATUS}
 * @param message for {@link Effect#STATUS}, what the error says
 * @param id for {@link Effect#STATUS}, what the error calls itself
 * @param delayMs for {@link Effect#DELAY} and {@link Effect#LATE_ANSWER}
 */
record ApiFault(
        String method,
        String path,
        int times,
        Effect effect,
        int status,
        @Nullable String message,
        @Nullable String id,
        int delayMs) {

    enum Effect {
        /** Carried out; the connection is closed without an answer. */
        DROP_ANSWER("dropAnswer"),
        /** Not carried out, and answered with a status. */
        STATUS("status"),
        /** Carried out after the delay, whether or not the caller still waits. */
        DELAY("delay"),
        /** Carried out at once, and answered after the delay. */
        LATE_ANSWER("lateAnswer"),
        /** Not carried out, and answered with 429. */
        RATE_LIMIT("rateLimit"),
        /** What it begins ends with an error. */
        ACTION_ERRORED("actionErrored"),
        /** What it begins is done, but never says so. */
        ACTION_STUCK("actionStuck"),
        /** What it begins says that it is done, but nothing has been. */
        ACTION_INEFFECTIVE("actionIneffective");

        private final String word;

        Effect(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }

        static Optional<Effect> of(String word) {
            return Stream.of(values())
                    .filter(effect -> effect.word.equals(word))
                    .findAny();
        }
    }

    boolean matches(String requestMethod, String requestPath) {
        return method.equals(requestMethod)
                && (path.endsWith("*")
                        ? requestPath.startsWith(path.substring(0, path.length() - 1))
                        : requestPath.equals(path));
    }

    ApiFault less() {
        return new ApiFault(method, path, times - 1, effect, status, message, id, delayMs);
    }

    Outcome outcome() {
        return switch (effect) {
            case ACTION_ERRORED -> Outcome.ERRORED;
            case ACTION_STUCK -> Outcome.STUCK;
            case ACTION_INEFFECTIVE -> Outcome.INEFFECTIVE;
            default -> Outcome.WORKS;
        };
    }
}
