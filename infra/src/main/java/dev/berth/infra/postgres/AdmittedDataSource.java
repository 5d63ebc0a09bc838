package dev.berth.infra.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Gives out a new connection only while the database is up and after it was admitted; one that is refused is closed.
 *
 * <p>It waits for the database instead of failing at once: a pool whose attempts fail makes longer and longer pauses
 * between them, and would notice only seconds later that the database is back.
 */
final class AdmittedDataSource extends DelegatingDataSource {

    private static final Duration WAIT = Duration.ofSeconds(10);

    private final Availability availability;
    private final Admission admission;

    /** Takes what a session needs to work, or throws. */
    @FunctionalInterface
    interface Admission {
        void admit(Connection connection) throws SQLException;
    }

    AdmittedDataSource(DataSource target, Availability availability, Admission admission) {
        super(target);
        this.availability = availability;
        this.admission = admission;
    }

    @Override
    public Connection getConnection() throws SQLException {
        awaitUp();
        return admitted(super.getConnection());
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        awaitUp();
        return admitted(super.getConnection(user, password));
    }

    private void awaitUp() throws SQLException {
        try {
            if (!availability.awaitUp(WAIT)) {
                throw new SQLException("the database is down", "57P03");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while the database is down", "57P03", e);
        }
    }

    private Connection admitted(Connection connection) throws SQLException {
        boolean done = false;
        try {
            admission.admit(connection);
            done = true;
            return connection;
        } finally {
            if (!done) {
                connection.close();
            }
        }
    }
}
