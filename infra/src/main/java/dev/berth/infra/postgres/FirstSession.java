package dev.berth.infra.postgres;

import java.io.IOException;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens the first sessions of a server that was just started. On a busy machine one may time out although the server is
 * well, which is no reason not to start.
 */
final class FirstSession {
    private static final Logger LOG = LoggerFactory.getLogger(FirstSession.class);
    private static final int TRIES = 6;

    private FirstSession() {}

    /** What is done in a session; may be done again. */
    @FunctionalInterface
    interface Work {
        void run() throws SQLException, IOException;
    }

    /** Does it, again where no session could be had or it was lost, each attempt within its own time limit. */
    static void patiently(Work work) throws SQLException, IOException {
        for (int tried = 1; ; tried++) {
            try {
                work.run();
                return;
            } catch (SQLException e) {
                if (tried == TRIES || !passes(e)) {
                    throw e;
                }
                LOG.atWarn().addKeyValue("sqlState", e.getSQLState()).log("PostgreSQL does not answer yet");
            }
        }
    }

    /** Connections that time out or are lost, and a server that is still starting up. */
    private static boolean passes(SQLException failure) {
        String state = failure.getSQLState();
        return state != null && (state.startsWith("08") || state.equals("57P03"));
    }
}
