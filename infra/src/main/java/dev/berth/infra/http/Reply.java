package dev.berth.infra.http;

import dev.berth.api.Outcome;
import dev.berth.api.Problem;

/**
 * What a handler answers.
 *
 * @param outcome the answer's body, or the refusal
 * @param behind  whether a read model does not show the change yet, which the header {@code X-Read-Model} then tells
 */
public record Reply(Outcome<?> outcome, boolean behind) {
    /** This body. */
    public static Reply of(Object body) {
        return new Reply(Outcome.done(body), false);
    }

    /** This refusal. */
    public static Reply refused(Problem problem) {
        return new Reply(Outcome.refused(problem), false);
    }

    /** This outcome. */
    public static Reply of(Outcome<?> outcome) {
        return new Reply(outcome, false);
    }
}
