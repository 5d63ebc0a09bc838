package dev.berth.query.projection;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells failures that may pass by themselves, so that one tries again, from those that an event will always cause. */
public final class Passing {
    /**
     * Classes and codes of SQLSTATE that are not the event's fault: connection, transaction state, authorization,
     * deadlock and serialization, resources, locks, operator intervention, system errors; and a schema that does not
     * fit (42), which would fail every event alike.
     */
    private static final List<String> STATES =
            List.of("08", "25", "28", "40", "42", "53", "55006", "55P03", "57", "58", "XX");

    private Passing() {}

    /** Whether trying again, later, may succeed. */
    public static boolean canPass(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable cause = failure; cause != null && seen.add(cause); cause = cause.getCause()) {
            if (cause instanceof Error || cause instanceof IOException || cause instanceof InterruptedException) {
                return true;
            }
            if (cause instanceof SQLException sql && canPass(sql)) {
                return true;
            }
        }
        return false;
    }

    private static boolean canPass(SQLException failure) {
        return failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || failure instanceof SQLNonTransientConnectionException
                || canPass(failure.getSQLState());
    }

    private static boolean canPass(@Nullable String state) {
        return state != null && STATES.stream().anyMatch(state::startsWith);
    }
}
