package dev.berth.infra.wiring;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Gives a restored copy another generation, so that whoever remembers positions of the old feed notices, and ends what
 * the processes of the original held: the copy need not wait until their leases and claims are over.
 */
public final class NewGeneration {
    private NewGeneration() {}

    /** Takes it, in the connection's transaction. */
    public static void take(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("update store_generation set generation = gen_random_uuid()");
            statement.executeUpdate("update feed_head set generation = (select generation from store_generation)");
            statement.executeUpdate("update step_queue set lease_owner = null, lease_until = null");
            statement.executeUpdate("update token_entry set owner = null");
        }
    }
}
