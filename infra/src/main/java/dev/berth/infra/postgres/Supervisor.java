package dev.berth.infra.postgres;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the embedded server on a thread of its own: asks it every second, and starts it again when its process is gone.
 * A server that is alive but does not answer is only reported as down: it may be recovering, or be stopped by someone.
 */
final class Supervisor {

    /** How long an answer may take before the server counts as down. */
    static final Duration PROBE_LIMIT = Duration.ofSeconds(3);

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int LOOKS_PER_PROBE = 5;
    private static final int LOOKS_PER_CLEANING = 300;
    private static final Duration FIRST_BACKOFF = Duration.ofMillis(250);
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(5);
    private static final Duration STABLE = Duration.ofSeconds(30);

    private final EmbeddedPostgresServer server;
    private final Thread thread;
    private volatile ProcessHandle postmaster;
    private volatile boolean ending;
    private @Nullable Connection session;
    private Duration backoff = FIRST_BACKOFF;
    private long startedAt = System.nanoTime();

    Supervisor(EmbeddedPostgresServer server, ProcessHandle first) {
        this.server = server;
        this.postmaster = first;
        this.thread = new Thread(this::watch, "postgres-supervisor");
        this.thread.setDaemon(true);
    }

    ProcessHandle postmaster() {
        return postmaster;
    }

    void begin() {
        thread.start();
    }

    /** Returns when the watching has ended, so that nothing is started any more. */
    void end() {
        ending = true;
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void watch() {
        try {
            for (int look = 1; !ending; look++) {
                if (!PostmasterFile.isRunning(postmaster)) {
                    restart();
                } else if (look % LOOKS_PER_PROBE == 0 || !server.availability().isUp()) {
                    server.availability().set(answers());
                }
                if (look % LOOKS_PER_CLEANING == 0) {
                    server.deleteOldLogs();
                }
                Thread.sleep(LOOK);
            }
        } catch (InterruptedException e) {
            // The end was asked for.
        } finally {
            closeSession();
        }
    }

    private void restart() throws InterruptedException {
        server.availability().set(false);
        closeSession();
        if (System.nanoTime() - startedAt > STABLE.toNanos()) {
            backoff = FIRST_BACKOFF;
        }
        LOG.atError()
                .addKeyValue("pid", postmaster.pid())
                .addKeyValue("retryMillis", backoff.toMillis())
                .log("PostgreSQL is gone and will be started again");
        Thread.sleep(backoff);
        backoff = backoff.multipliedBy(2).compareTo(LONGEST_BACKOFF) < 0 ? backoff.multipliedBy(2) : LONGEST_BACKOFF;
        try {
            postmaster = server.startAgain();
            startedAt = System.nanoTime();
            server.availability().set(answers());
            LOG.atInfo().addKeyValue("pid", postmaster.pid()).log("PostgreSQL was started again");
        } catch (IOException e) {
            LOG.atError().addKeyValue("reason", e.getMessage()).log("PostgreSQL can't be started again yet");
        }
    }

    private boolean answers() {
        try {
            if (session == null) {
                session = server.probe();
                return true;
            }
            try (Statement statement = session.createStatement()) {
                statement.execute("SELECT 1");
            }
            return true;
        } catch (StartupRefused e) {
            LOG.atError().addKeyValue("reason", e.getMessage()).log("PostgreSQL is not durable any more");
            closeSession();
            return false;
        } catch (SQLException e) {
            boolean knew = session != null;
            closeSession();
            boolean late = e.getCause() instanceof SocketTimeoutException;
            if (knew && !late && PostmasterFile.isRunning(postmaster)) {
                // One session may have been ended on its own: only a new one that fails as well means down.
                return answers();
            }
            LOG.atWarn().addKeyValue("sqlState", e.getSQLState()).log("PostgreSQL does not answer");
            return false;
        }
    }

    private void closeSession() {
        Connection old = session;
        session = null;
        if (old != null) {
            try {
                old.close();
            } catch (SQLException e) {
                // It was broken; its end is what was wanted.
            }
        }
    }
}
