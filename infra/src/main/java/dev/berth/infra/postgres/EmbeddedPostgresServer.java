package dev.berth.infra.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The PostgreSQL that runs beside this process, on a free port of the loopback.
 *
 * <p>Owns: the server's life: first start, supervision, restart on the same port, stop.
 * <br>Does not own: the data directory's lock (its caller holds it), pools, the schema.
 * <br>Invariants: it is up only while {@code fsync}, {@code synchronous_commit} and {@code full_page_writes} are on, as
 * read from a session of the application's user; it is stopped after everything that uses it.
 * <br>On failure: a server that died is started again, after 0.25 s, then twice as long each time up to 5 s, and
 * {@link #availability()} says so meanwhile. If this process is killed the server lives on, and the next start ends it.
 */
public final class EmbeddedPostgresServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgresServer.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
    private static final int PORT_ATTEMPTS = 5;

    private final PostgresCluster cluster;
    private final Path facts;
    private final int port;
    private final DatabaseSettings settings;
    private final Availability availability = new Availability();
    private final Supervisor supervisor;

    private EmbeddedPostgresServer(
            PostgresCluster cluster, Path facts, int port, String password, ProcessHandle first) {
        this.cluster = cluster;
        this.facts = facts;
        this.port = port;
        this.settings = settings(port, password);
        this.supervisor = new Supervisor(this, first);
    }

    /**
     * Starts the server; makes its database at the first start. Returns once it takes connections.
     *
     * @param directory held by the caller until after {@link #close()}
     * @throws StartupRefused with one sentence if it can't run here or would not be durable
     */
    public static EmbeddedPostgresServer start(DataDirectory directory) {
        long began = System.nanoTime();
        try {
            Path home = directory.postgres();
            Path facts = directory.root().resolve(DataDirectory.DATABASE_FILE);
            Files.deleteIfExists(facts);
            PostgresCluster cluster = PostgresCluster.prepare(home);
            int port = freePort();
            ProcessHandle postmaster = null;
            for (int attempt = 1; postmaster == null; attempt++) {
                try {
                    postmaster = cluster.start(port);
                } catch (IOException e) {
                    if (attempt == PORT_ATTEMPTS || isFree(port)) {
                        throw e;
                    }
                    port = freePort();
                }
            }
            EmbeddedPostgresServer server =
                    new EmbeddedPostgresServer(cluster, facts, port, PostgresCluster.password(home), postmaster);
            server.finishStart();
            LOG.atInfo()
                    .addKeyValue("port", port)
                    .addKeyValue("pid", postmaster.pid())
                    .addKeyValue("millis", (System.nanoTime() - began) / 1_000_000)
                    .log("PostgreSQL started");
            return server;
        } catch (IOException e) {
            throw new StartupRefused("The embedded PostgreSQL can't start: " + e.getMessage() + ".", e);
        }
    }

    /**
     * How to reach the server that another process runs on this data directory. Empty if it does not say so: it is still
     * starting, has ended, or uses an external database.
     */
    public static Optional<DatabaseSettings> ofRunning(Path dataDirectory) {
        try {
            for (String line : Files.readAllLines(dataDirectory.resolve(DataDirectory.DATABASE_FILE))) {
                if (line.startsWith("port=")) {
                    int port = Integer.parseInt(line.substring("port=".length()).strip());
                    String password = PostgresCluster.password(dataDirectory.resolve(DataDirectory.POSTGRES_FOLDER));
                    return Optional.of(settings(port, password));
                }
            }
            return Optional.empty();
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** How to connect; stays the same across restarts of the server. */
    public DatabaseSettings settings() {
        return settings;
    }

    /** Whether it takes connections now. */
    public Availability availability() {
        return availability;
    }

    /** The server process that was last started; for tests and diagnosis. */
    public ProcessHandle postmaster() {
        return supervisor.postmaster();
    }

    /** Stops the server within a few seconds; everything that uses it must have ended. Idempotent. */
    @Override
    public void close() {
        supervisor.end();
        availability.set(false);
        try {
            Files.deleteIfExists(facts);
            cluster.stop(STOP_LIMIT);
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("PostgreSQL did not stop; the next start will end it");
        }
    }

    ProcessHandle startAgain() throws IOException {
        return cluster.start(port);
    }

    void deleteOldLogs() {
        try {
            cluster.deleteOldLogs();
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("Old logs of PostgreSQL can't be deleted");
        }
    }

    /** Opens a session as the application does and checks in it that nothing acknowledged can be lost. */
    Connection probe() throws SQLException {
        Connection connection = settings.connect("supervisor");
        try {
            connection.setNetworkTimeout(Runnable::run, (int) Supervisor.PROBE_LIMIT.toMillis());
            DatabaseChecks.requireDurable(connection);
            return connection;
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private void finishStart() throws IOException {
        boolean done = false;
        try {
            FirstSession.patiently(this::createUserAndDatabase);
            FirstSession.patiently(() -> probe().close());
            DurableFiles.replace(facts, ("port=" + port + "\n").getBytes(StandardCharsets.US_ASCII));
            availability.set(true);
            supervisor.begin();
            done = true;
        } catch (SQLException e) {
            throw new IOException("it starts but does not answer: " + e.getMessage(), e);
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private void createUserAndDatabase() throws SQLException, IOException {
        DatabaseSettings superuser = new DatabaseSettings(
                "jdbc:postgresql://127.0.0.1:" + port + "/postgres",
                PostgresCluster.SUPERUSER,
                cluster.superuserPassword());
        try (Connection connection = superuser.connect("setup");
                Statement statement = connection.createStatement()) {
            if (!exists(statement, "SELECT 1 FROM pg_roles WHERE rolname = '" + PostgresCluster.USER + "'")) {
                // The password is of our own making, from an alphabet without quotes.
                statement.execute(
                        "CREATE ROLE " + PostgresCluster.USER + " LOGIN PASSWORD '" + settings.password() + "'");
            }
            if (!exists(statement, "SELECT 1 FROM pg_database WHERE datname = '" + PostgresCluster.DATABASE + "'")) {
                statement.execute("CREATE DATABASE " + PostgresCluster.DATABASE + " OWNER " + PostgresCluster.USER);
            }
        }
    }

    private static boolean exists(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            return rows.next();
        }
    }

    private static DatabaseSettings settings(int port, @Nullable String password) {
        return new DatabaseSettings(
                "jdbc:postgresql://127.0.0.1:" + port + "/" + PostgresCluster.DATABASE, PostgresCluster.USER, password);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }
}
