package dev.berth.infra.postgres;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An operator's own PostgreSQL, of which this process is the only writer as long as it holds the {@link WriterLock}.
 *
 * <p>Owns: holding the lock, taking it again after the database was away, ending transactions that outlive their limit on
 * servers that have no such limit (before PostgreSQL 17).
 * <br>Does not own: the server, the pool.
 * <br>Invariants: up only while the lock is held; no pooled session works without it.
 * <br>On failure: down, and tried again every second; if another process has the lock by then, {@code onLost} is told and
 * nothing is tried any more.
 */
final class ExternalDatabase implements Database {

    private static final Logger LOG = LoggerFactory.getLogger(ExternalDatabase.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration START_RETRY = Duration.ofMillis(500);
    private static final String END_LONG_TRANSACTIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            + " WHERE application_name = 'berth' AND usename = current_user AND datname = current_database()"
            + " AND xact_start < clock_timestamp() - interval '" + SessionLimits.TRANSACTION.toSeconds() + " seconds'";

    private final DatabaseSettings settings;
    private final int version;
    private final Consumer<String> onLost;
    private final Availability availability = new Availability();
    private final Thread thread = new Thread(this::watch, "database-writer-lock");
    private volatile @Nullable WriterLock lock;
    private volatile boolean ending;

    private ExternalDatabase(DatabaseSettings settings, int version, WriterLock lock, Consumer<String> onLost) {
        this.settings = settings;
        this.version = version;
        this.lock = lock;
        this.onLost = onLost;
        this.thread.setDaemon(true);
    }

    static ExternalDatabase open(DatabaseSettings settings, Duration takeoverWait, Consumer<String> onLost) {
        try {
            int version;
            try (Connection connection = settings.connect("check")) {
                DatabaseChecks.requireUsable(connection);
                version = DatabaseChecks.version(connection);
            }
            ExternalDatabase database =
                    new ExternalDatabase(settings, version, takeWithin(settings, takeoverWait), onLost);
            database.availability.set(true);
            database.thread.start();
            return database;
        } catch (SQLException e) {
            throw new StartupRefused("The database at BERTH_DB_URL can't be used: " + sentence(e) + ".", e);
        }
    }

    /** Waits, bounded, for another process to let go: one that was killed takes the server a moment to notice. */
    static WriterLock takeWithin(DatabaseSettings settings, Duration wait) throws SQLException {
        long deadline = System.nanoTime() + wait.toNanos();
        Optional<WriterLock> taken = WriterLock.tryTake(settings);
        while (taken.isEmpty() && System.nanoTime() < deadline) {
            LockSupport.parkNanos(START_RETRY.toNanos());
            taken = WriterLock.tryTake(settings);
        }
        if (taken.isEmpty()) {
            throw new StartupRefused("The database at BERTH_DB_URL is in use by another Berth process"
                    + WriterLock.holder(settings)
                            .map(holder -> " on " + holder.address())
                            .orElse("")
                    + "; stop that one first.");
        }
        return taken.get();
    }

    @Override
    public DatabaseSettings settings() {
        return settings;
    }

    @Override
    public DataSource connections() {
        return new AdmittedDataSource(settings.limited(version), availability, this::admit);
    }

    @Override
    public Availability availability() {
        return availability;
    }

    @Override
    public void close() {
        ending = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        availability.set(false);
        WriterLock held = lock;
        if (held != null) {
            held.close();
        }
    }

    private static String sentence(SQLException e) {
        return String.valueOf(e.getMessage()).strip().replace('\n', ' ');
    }

    /** Lets a new session work as long as this process holds the lock, or throws. */
    void admit(Connection connection) throws SQLException {
        WriterLock held = lock;
        if (held == null) {
            throw new SQLException("this process does not hold the database's writer lock", "57P03");
        }
        held.admit(connection);
    }

    private void watch() {
        try {
            while (!ending) {
                Thread.sleep(LOOK);
                WriterLock held = lock;
                if (held == null) {
                    return;
                }
                try {
                    held.check(
                            version < DatabaseChecks.TRANSACTION_TIMEOUT_VERSION ? END_LONG_TRANSACTIONS : "SELECT 1");
                } catch (SQLException e) {
                    availability.set(false);
                    held.close();
                    LOG.atError().addKeyValue("sqlState", e.getSQLState()).log("The database's writer lock was lost");
                    takeAgain(held.backend());
                }
            }
        } catch (InterruptedException e) {
            // The end was asked for.
        }
    }

    private void takeAgain(int lostBackend) throws InterruptedException {
        lock = null;
        while (!ending) {
            try {
                Optional<WriterLock> taken = WriterLock.tryTake(settings);
                if (taken.isPresent()) {
                    lock = taken.get();
                    availability.set(true);
                    LOG.atInfo().log("The database's writer lock was taken again");
                    return;
                }
                Optional<WriterLock.Holder> other = WriterLock.holder(settings);
                if (other.isPresent() && other.get().backend() == lostBackend) {
                    WriterLock.terminate(settings, lostBackend);
                } else if (other.isPresent()) {
                    onLost.accept("Another Berth process on " + other.get().address()
                            + " has taken the database over; this one ends.");
                    return;
                }
            } catch (SQLException e) {
                LOG.atWarn().addKeyValue("sqlState", e.getSQLState()).log("The external database does not answer");
            }
            Thread.sleep(LOOK);
        }
    }
}
