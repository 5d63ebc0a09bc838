package dev.berth.infra.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What must hold of a database before Berth trusts it. */
final class DatabaseChecks {

    static final int OLDEST_VERSION = 15_00_00;
    static final int TRANSACTION_TIMEOUT_VERSION = 17_00_00;

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseChecks.class);
    private static final int VERSION_UNIT = 10_000;

    private DatabaseChecks() {}

    /** {@code server_version_num}, for example 180001. */
    static int version(Connection connection) throws SQLException {
        return Integer.parseInt(show(connection, "server_version_num"));
    }

    /** @throws StartupRefused if a session could acknowledge a write that a power cut then takes back */
    static void requireDurable(Connection connection) throws SQLException {
        Map<String, String> wanted = new TreeMap<>(PostgresConfig.durability());
        for (var setting : wanted.entrySet()) {
            String found = show(connection, setting.getKey());
            if (!found.equals(setting.getValue())) {
                throw new StartupRefused("PostgreSQL runs with " + setting.getKey() + " = " + found + " instead of "
                        + setting.getValue() + ", so acknowledged writes could be lost; remove that setting.");
            }
        }
    }

    /** @throws StartupRefused if an external server is too old, read-only, or acknowledges before it has written */
    static void requireUsable(Connection connection) throws SQLException {
        int version = version(connection);
        if (version < OLDEST_VERSION) {
            throw new StartupRefused("The database at BERTH_DB_URL is PostgreSQL " + version / VERSION_UNIT
                    + "; Berth needs " + OLDEST_VERSION / VERSION_UNIT + " or newer.");
        }
        if (show(connection, "transaction_read_only").equals("on")) {
            throw new StartupRefused("The database at BERTH_DB_URL is read-only; Berth needs the primary.");
        }
        if (show(connection, "synchronous_commit").equals("off")) {
            throw new StartupRefused("The database at BERTH_DB_URL runs with synchronous_commit = off for this user, so"
                    + " acknowledged writes could be lost; set it to on.");
        }
        for (String setting : new String[] {"fsync", "full_page_writes"}) {
            if (!show(connection, setting).equals("on")) {
                // Some hosted databases keep their promise below the server, so this is not refused.
                LOG.atWarn().addKeyValue("setting", setting).log("The external database has a durability setting off");
            }
        }
    }

    static String show(Connection connection, String setting) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW " + setting)) {
            row.next();
            return row.getString(1);
        }
    }
}
