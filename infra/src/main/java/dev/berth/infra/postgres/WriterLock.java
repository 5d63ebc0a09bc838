package dev.berth.infra.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;

/**
 * The advisory locks that make this process the only one that writes to a database.
 *
 * <p>Owns: two keys. {@code WRITER}, exclusive, is held by one session of the active process. {@code WORKING}, shared, is
 * held by each of its pooled sessions.
 * <br>Does not own: when to try again (see {@link ExternalDatabase}).
 * <br>Invariants: a pooled session works only if it took WORKING while WRITER was held by its own process; a new holder
 * of WRITER ends all holders of WORKING before it lets its own sessions work. So no two processes' sessions ever overlap,
 * even when one loses its WRITER session without noticing.
 * <br>On failure: SQLException; the session and its locks are given up.
 */
final class WriterLock implements AutoCloseable {

    private static final long WRITER = 0x42657274_00000001L;
    private static final long WORKING = 0x42657274_00000002L;
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(10);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);
    private static final String LOCKS =
            " FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1"
                    + " AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                    + " AND l.classid::bigint = ? AND l.objid::bigint = ?";

    private final Connection session;
    private final int backend;

    private WriterLock(Connection session, int backend) {
        this.session = session;
        this.backend = backend;
    }

    /** Takes the lock, and with it ends every session of an earlier holder. Empty if another session has it. */
    static Optional<WriterLock> tryTake(DatabaseSettings settings) throws SQLException {
        Connection session = settings.connect("writer");
        boolean taken = false;
        try {
            session.setNetworkTimeout(
                    Runnable::run, (int) DRAIN_LIMIT.plus(ANSWER_LIMIT).toMillis());
            if (!queryBoolean(session, "SELECT pg_try_advisory_lock(" + WRITER + ")")) {
                return Optional.empty();
            }
            endWorkingSessions(session);
            session.setNetworkTimeout(Runnable::run, (int) ANSWER_LIMIT.toMillis());
            WriterLock lock = new WriterLock(session, queryInt(session, "SELECT pg_backend_pid()"));
            taken = true;
            return Optional.of(lock);
        } finally {
            if (!taken) {
                session.close();
            }
        }
    }

    /** The server's pid of the session that has the lock now, and from where it came. */
    static Optional<Holder> holder(DatabaseSettings settings) throws SQLException {
        try (Connection connection = settings.connect("writer");
                PreparedStatement query = connection.prepareStatement(
                        "SELECT l.pid, (SELECT coalesce(host(a.client_addr), 'this machine') FROM pg_stat_activity a"
                                + " WHERE a.pid = l.pid)" + LOCKS)) {
            setKey(query, WRITER);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? Optional.of(new Holder(rows.getInt(1), rows.getString(2))) : Optional.empty();
            }
        }
    }

    record Holder(int backend, String address) {}

    /** Ends a session of our own that the server still keeps although we lost it. */
    static void terminate(DatabaseSettings settings, int backend) throws SQLException {
        try (Connection connection = settings.connect("writer")) {
            queryBoolean(connection, "SELECT pg_terminate_backend(" + backend + ")");
        }
    }

    /** The server's pid of the session that holds the lock. */
    int backend() {
        return backend;
    }

    /** Lets a new session work, or throws. */
    void admit(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SELECT pg_advisory_lock_shared(" + WORKING + ")");
        }
        try (PreparedStatement query =
                connection.prepareStatement("SELECT EXISTS (SELECT 1" + LOCKS + " AND l.pid = ?)")) {
            setKey(query, WRITER);
            query.setInt(3, backend);
            try (ResultSet row = query.executeQuery()) {
                row.next();
                if (!row.getBoolean(1)) {
                    throw new SQLException("this process has lost the database's writer lock", "57P03");
                }
            }
        }
    }

    /** Asks the server something on the lock's own session; if that fails the lock may be gone. */
    void check(String query) throws SQLException {
        try (Statement statement = session.createStatement()) {
            statement.execute(query);
        }
    }

    /** Gives the lock up. */
    @Override
    public void close() {
        try {
            session.close();
        } catch (SQLException e) {
            // A broken session holds no lock.
        }
    }

    private static void endWorkingSessions(Connection session) throws SQLException {
        try (PreparedStatement end = session.prepareStatement("SELECT pg_terminate_backend(l.pid)" + LOCKS)) {
            setKey(end, WORKING);
            end.execute();
        }
        try (Statement statement = session.createStatement()) {
            statement.execute("SET lock_timeout = " + DRAIN_LIMIT.toMillis());
            statement.execute("SELECT pg_advisory_lock(" + WORKING + ")");
            statement.execute("SELECT pg_advisory_unlock(" + WORKING + ")");
        }
    }

    private static void setKey(PreparedStatement query, long key) throws SQLException {
        query.setLong(1, key >>> Integer.SIZE);
        query.setLong(2, key & 0xFFFF_FFFFL);
    }

    private static boolean queryBoolean(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private static int queryInt(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getInt(1);
        }
    }
}
