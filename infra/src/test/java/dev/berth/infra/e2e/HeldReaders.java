package dev.berth.infra.e2e;

import dev.berth.infra.postgres.EmbeddedPostgresServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Keeps the read tables from taking anything in, until it is closed. They can be read meanwhile. */
final class HeldReaders implements AutoCloseable {
    private static final String TABLES = "instance, pool, flavor, node, address_range, image, signer, project, quota,"
            + " tenant, token, policy, confirmation";

    private final Connection connection;

    HeldReaders(BerthServer server) {
        try {
            // One of our own: the application's transactions are ended when they do nothing.
            connection = EmbeddedPostgresServer.ofRunning(server.dataDir())
                    .orElseThrow()
                    .connect("test");
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("lock table " + TABLES + " in exclusive mode");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
