package dev.berth.query.projection;

import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Says what failed without the values: exceptions of SQL carry the whole statement with everything bound to it, which
 * belongs neither into logs nor into dead letters.
 */
public final class Failures {
    private static final int LONGEST = 250;

    private Failures() {}

    /** The innermost cause in one line of at most 250 characters, without values. */
    public static String brief(Throwable failure) {
        Throwable root = root(failure);
        String message = root.getMessage() == null ? "" : root.getMessage();
        // What follows the first line of PostgreSQL's messages are details, such as the failing row.
        String line = message.lines().findFirst().orElse("");
        String state = root instanceof SQLException sql ? " (SQLSTATE " + sql.getSQLState() + ")" : "";
        String brief = root.getClass().getSimpleName() + state + ": " + line;
        return brief.length() <= LONGEST ? brief : brief.substring(0, LONGEST);
    }

    /**
     * The same failure, fit for logs and dead letters: as it is, unless it comes from the database; then with the brief
     * message and the stack alone.
     */
    public static RuntimeException withoutValues(RuntimeException failure) {
        if (!(root(failure) instanceof SQLException)) {
            return failure;
        }
        ReaderFailed clean = new ReaderFailed(brief(failure));
        clean.setStackTrace(failure.getStackTrace());
        return clean;
    }

    private static Throwable root(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Throwable root = failure;
        while (root.getCause() != null && seen.add(root)) {
            root = root.getCause();
        }
        return root;
    }
}
