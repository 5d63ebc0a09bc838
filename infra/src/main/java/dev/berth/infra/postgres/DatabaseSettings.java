package dev.berth.infra.postgres;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Where the database is and who connects to it.
 *
 * @param url a {@code jdbc:postgresql:} URL, or {@code postgres://} as many tools write it
 * @param user null if the URL names the user
 * @param password null if the URL or {@code ~/.pgpass} has it
 */
public record DatabaseSettings(
        String url, @Nullable String user, @Nullable String password) {

    private static final int CONNECT_SECONDS = 2;
    private static final int LOGIN_SECONDS = 5;
    private static final String APPLICATION_NAME = "berth";

    /** Accepts the two spellings of the URL. */
    public DatabaseSettings {
        Objects.requireNonNull(url);
        if (url.startsWith("postgres://") || url.startsWith("postgresql://")) {
            String rest = url.substring(url.indexOf("://") + 3);
            int at = rest.lastIndexOf('@', rest.indexOf('/') < 0 ? rest.length() : rest.indexOf('/'));
            if (at >= 0) {
                String[] login = rest.substring(0, at).split(":", 2);
                user = user != null ? user : decoded(login[0]);
                password = password != null || login.length == 1 ? password : decoded(login[1]);
            }
            url = "jdbc:postgresql://" + rest.substring(at + 1);
        }
        if (Driver.parseURL(url, null) == null) {
            throw new StartupRefused("BERTH_DB_URL is not the URL of a PostgreSQL database; write"
                    + " jdbc:postgresql://HOST:PORT/DATABASE.");
        }
    }

    /** A new connection without time limits, for migrations and backups. The caller closes it. */
    public Connection connect(String purpose) throws SQLException {
        return unlimited(purpose).getConnection();
    }

    /** Connections without time limits, each new and unpooled. */
    DataSource unlimited(String purpose) {
        PGSimpleDataSource source = source(APPLICATION_NAME + "-" + purpose);
        source.setOptions(keepalives());
        return source;
    }

    /**
     * Connections for the application's work, each new and unpooled.
     *
     * @param serverVersion as {@code server_version_num}, for example 180001: the limit on transactions exists since 17
     */
    DataSource limited(int serverVersion) {
        PGSimpleDataSource source = source(APPLICATION_NAME);
        source.setReWriteBatchedInserts(true);
        source.setSocketTimeout((int) SessionLimits.SOCKET.toSeconds());
        StringBuilder options = new StringBuilder(keepalives())
                .append(" -c statement_timeout=")
                .append(SessionLimits.STATEMENT.toMillis())
                .append(" -c idle_in_transaction_session_timeout=")
                .append(SessionLimits.IDLE_IN_TRANSACTION.toMillis());
        if (serverVersion >= DatabaseChecks.TRANSACTION_TIMEOUT_VERSION) {
            options.append(" -c transaction_timeout=").append(SessionLimits.TRANSACTION.toMillis());
        }
        source.setOptions(options.toString());
        return source;
    }

    private static String decoded(String part) {
        return URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private PGSimpleDataSource source(String applicationName) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        if (user != null) {
            source.setUser(user);
        }
        if (password != null) {
            source.setPassword(password);
        }
        source.setApplicationName(applicationName);
        source.setConnectTimeout(CONNECT_SECONDS);
        // The whole handshake, which a server that is stopped but not closed would let wait for ever.
        source.setLoginTimeout(LOGIN_SECONDS);
        source.setTcpKeepAlive(true);
        return source;
    }

    /** Lets the server notice within half a minute that the client's machine is gone, and with it its locks. */
    private static String keepalives() {
        return "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
                + " -c client_min_messages=warning";
    }

    /** Without the password, and without the URL's parameters, which can hold one. */
    @Override
    public String toString() {
        int parameters = url.indexOf('?');
        String shown = parameters < 0 ? url : url.substring(0, parameters);
        return "DatabaseSettings[" + shown.replaceAll("//[^/@]*@", "//") + "]";
    }
}
