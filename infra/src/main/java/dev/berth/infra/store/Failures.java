package dev.berth.infra.store;

import dev.berth.command.AbandonedUnitOfWork;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.axonframework.common.jdbc.PersistenceExceptionResolver;
import org.axonframework.common.lock.LockAcquisitionFailedException;
import org.axonframework.modelling.command.ConcurrencyException;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.CannotCreateTransactionException;

/** Tells what an exception of a unit of work means for the next try. */
final class Failures implements PersistenceExceptionResolver {
    /** What it means. */
    enum Kind {
        /** Somebody else was faster; nothing was kept, and another try may succeed. */
        LOST_RACE,
        /** The handler asks for another try. */
        ABANDONED,
        /** The database can't be reached or can't write; what was sent last may have been carried out or not. */
        UNAVAILABLE,
        /** A mistake in the program. */
        MISTAKE
    }

    private static final String UNIQUE_VIOLATION = "23505";
    private static final Set<String> RACES = Set.of("40001", "40P01", "55P03", UNIQUE_VIOLATION);

    /** Classes of SQL states: connection, resources (a full disk among them), operator intervention, system error. */
    private static final Set<String> OUTAGES = Set.of("08", "53", "57", "58");

    /** Limits of a session's and a transaction's time; read-only, as a server is that has no room or is a stand-by. */
    private static final Set<String> OUTAGE_STATES = Set.of("25P03", "25P04", "25006");

    @Override
    public boolean isDuplicateKeyViolation(Exception exception) {
        return exception instanceof SQLException sql && UNIQUE_VIOLATION.equals(sql.getSQLState());
    }

    static Kind kind(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = next(cause)) {
            switch (cause) {
                case AbandonedUnitOfWork abandoned -> {
                    return Kind.ABANDONED;
                }
                case ConcurrencyException race -> {
                    return Kind.LOST_RACE;
                }
                case LockAcquisitionFailedException race -> {
                    return Kind.LOST_RACE;
                }
                case CannotGetJdbcConnectionException outage -> {
                    return Kind.UNAVAILABLE;
                }
                case CannotCreateTransactionException outage -> {
                    return Kind.UNAVAILABLE;
                }
                case SQLException sql -> {
                    return kind(sql);
                }
                default -> {}
            }
        }
        return Kind.MISTAKE;
    }

    private static Kind kind(SQLException failure) {
        String state = failure.getSQLState();
        if (failure instanceof SQLTransientConnectionException || failure instanceof SQLRecoverableException) {
            return Kind.UNAVAILABLE;
        }
        if (state == null || state.length() < 2) {
            return Kind.MISTAKE;
        }
        if (RACES.contains(state)) {
            return Kind.LOST_RACE;
        }
        return OUTAGES.contains(state.substring(0, 2)) || OUTAGE_STATES.contains(state)
                ? Kind.UNAVAILABLE
                : Kind.MISTAKE;
    }

    private static @Nullable Throwable next(Throwable failure) {
        return failure.getCause() == failure ? null : failure.getCause();
    }
}
