package dev.berth.query;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.axonframework.common.jdbc.ConnectionWrapperFactory;
import org.axonframework.common.transaction.Transaction;
import org.axonframework.common.transaction.TransactionManager;
import org.flywaydb.core.Flyway;
import org.jooq.ConnectionProvider;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/**
 * A database of its own on a PostgreSQL that all tests share, with the read tables in it. Statements run in the
 * transaction that is open on the thread, or else each in one of its own.
 */
public final class Database implements TransactionManager {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final EmbeddedPostgres POSTGRES = start();

    private final DataSource source;
    private final ThreadLocal<Connection> current = new ThreadLocal<>();
    private final DSLContext sql = DSL.using(new OfThread(), SQLDialect.POSTGRES);

    private Database(DataSource source) {
        this.source = source;
    }

    /** A new database. */
    public static Database fresh() {
        String name = "test" + NEXT.incrementAndGet();
        synchronized (POSTGRES) {
            DSL.using(POSTGRES.getPostgresDatabase(), SQLDialect.POSTGRES)
                    .execute("create database " + name + " template migrated");
        }
        return new Database(POSTGRES.getDatabase("postgres", name, java.util.Map.of("reWriteBatchedInserts", "true")));
    }

    /** Statements on it. */
    public DSLContext sql() {
        return sql;
    }

    /** Connections for Axon: closing one does not end the transaction of the thread. */
    public org.axonframework.common.jdbc.ConnectionProvider connections() {
        return () -> {
            Connection ours = current.get();
            return ours == null
                    ? source.getConnection()
                    : ConnectionWrapperFactory.wrap(ours, new ConnectionWrapperFactory.NoOpCloseHandler() {
                        @Override
                        public void commit(Connection connection) {
                            // The transaction of the thread is committed by who began it.
                        }
                    });
        };
    }

    @Override
    public Transaction startTransaction() {
        if (current.get() != null) {
            return new Joined();
        }
        try {
            Connection connection = source.getConnection();
            connection.setAutoCommit(false);
            current.set(connection);
            return new Own(connection);
        } catch (SQLException e) {
            throw new IllegalStateException("No connection", e);
        }
    }

    private static EmbeddedPostgres start() {
        try {
            EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                    .setServerConfig("fsync", "off")
                    .setServerConfig("max_connections", "200")
                    .start();
            DSL.using(postgres.getPostgresDatabase(), SQLDialect.POSTGRES).execute("create database migrated");
            Flyway.configure()
                    .dataSource(postgres.getDatabase("postgres", "migrated"))
                    .locations("classpath:db/migration/query")
                    .load()
                    .migrate();
            return postgres;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Joined implements Transaction {
        @Override
        public void commit() {
            // The outer transaction does.
        }

        @Override
        public void rollback() {
            // The failure goes on to the outer transaction.
        }
    }

    private final class Own implements Transaction {
        private final Connection connection;

        Own(Connection connection) {
            this.connection = connection;
        }

        @Override
        public void commit() {
            end(true);
        }

        @Override
        public void rollback() {
            end(false);
        }

        private void end(boolean commit) {
            current.remove();
            try (connection) {
                if (commit) {
                    connection.commit();
                } else if (!connection.isClosed()) {
                    connection.rollback();
                }
            } catch (SQLException e) {
                if (commit) {
                    throw new IllegalStateException("Not committed", e);
                }
            }
        }
    }

    private final class OfThread implements ConnectionProvider {
        @Override
        public Connection acquire() {
            Connection ours = current.get();
            try {
                return ours == null ? source.getConnection() : ours;
            } catch (SQLException e) {
                throw new IllegalStateException("No connection", e);
            }
        }

        @Override
        public void release(Connection connection) {
            if (connection != current.get()) {
                try {
                    connection.close();
                } catch (SQLException e) {
                    throw new IllegalStateException("Not closed", e);
                }
            }
        }
    }
}
