package dev.berth.infra.http;

import dev.berth.api.ErrorCode;
import dev.berth.api.Problem;
import java.util.Map;

/**
 * Ends a request with this problem. For what is no decision but a failure of the machinery (a store that can't be
 * reached); decisions answer with values.
 */
public final class ProblemException extends RuntimeException {
    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.code() + ": " + problem.detail(), null, false, false);
        this.problem = problem;
    }

    /** What the caller is told. */
    public Problem problem() {
        return problem;
    }

    /** The service can't answer for now. */
    public static ProblemException unavailable(String detail) {
        return new ProblemException(new Problem(ErrorCode.UNAVAILABLE, detail, Map.of()));
    }
}
