package dev.berth.infra.http;

import dev.berth.api.Problem;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells a store that can't be reached, which passes, from a fault of ours, which does not. */
final class Failures {
    /** Connection lost, resources exhausted (a full disk among them), operator intervention, system error. */
    private static final Set<String> PASSING_CLASSES = Set.of("08", "53", "57", "58");

    private static final int DEEPEST = 20;

    private Failures() {}

    /** What the caller is told of this exception. */
    static Problem problem(Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++, cause = cause.getCause()) {
            if (cause instanceof ProblemException known) {
                return known.problem();
            }
            if (cause instanceof SQLException sql && passes(sql)) {
                return ProblemException.unavailable("The store can't be reached for the moment.")
                        .problem();
            }
        }
        return Problems.internal();
    }

    private static boolean passes(SQLException failure) {
        return failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || passes(failure.getSQLState());
    }

    private static boolean passes(@Nullable String state) {
        return state != null && state.length() == 5 && PASSING_CLASSES.contains(state.substring(0, 2));
    }
}
