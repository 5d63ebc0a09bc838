package dev.berth.infra.store;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.axonframework.eventsourcing.eventstore.EventStoreException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Connections for the store's own statements: that of the thread's transaction if it is in one, else one for the time of
 * the work, where each statement is its own transaction.
 */
record StoreConnections(DataSource source) {
    /** Statements on one connection. */
    @FunctionalInterface
    interface Work<T> {
        T on(Connection connection) throws SQLException;
    }

    /** Does the work; what goes wrong is an {@link EventStoreException} with its cause. */
    <T> T with(String what, Work<T> work) {
        try {
            return attempt(work);
        } catch (SQLException e) {
            throw new EventStoreException(what + " failed: " + e.getMessage(), e);
        }
    }

    /** Does the work and lets its exception out. */
    <T> T attempt(Work<T> work) throws SQLException {
        Connection connection;
        try {
            connection = DataSourceUtils.getConnection(source);
        } catch (CannotGetJdbcConnectionException e) {
            throw new EventStoreException("The event store can't be reached", e);
        }
        try {
            return work.on(connection);
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
    }

    /** Whether the thread is in a transaction. */
    boolean inTransaction() {
        return TransactionSynchronizationManager.isActualTransactionActive();
    }
}
