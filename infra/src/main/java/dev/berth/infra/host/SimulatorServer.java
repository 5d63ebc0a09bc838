package dev.berth.infra.host;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The simulator's HTTP server, on loopback. What is simulated registers its paths here.
 *
 * <p>Owns: the port and its threads, one virtual thread per request.<br>
 * Does not own: what is answered.<br>
 * Invariants: the provider's API is answered with 503 until something answers it.<br>
 * On failure: a port that can't be had is an error at start, in a sentence.
 */
public final class SimulatorServer implements AutoCloseable {

    private static final int BACKLOG = 4096;
    private static final String PROVIDER_PATH = "/v2";

    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private final Map<String, HttpHandler> handlers = new ConcurrentHashMap<>();

    /**
     * Binds the port; {@link #start} begins to answer.
     *
     * @param port 1 to 65535, or 0 for any free one
     * @throws UncheckedIOException when the port is taken
     */
    public SimulatorServer(int port) {
        tuneServer();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            this.server = HttpServer.create(address, BACKLOG);
        } catch (IOException e) {
            throw new UncheckedIOException("The simulator can't have port %d on loopback".formatted(port), e);
        }
        server.setExecutor(executor);
        // A 404 would say that a thing is not there, although what knows of it may only be about to start.
        handle(PROVIDER_PATH, exchange -> {
            try (exchange) {
                exchange.sendResponseHeaders(503, -1);
            }
        });
    }

    /**
     * The JDK's server knows these settings only as system properties, and reads them once. Without the first each
     * answer waits 40 ms for the client's delayed acknowledgement; the others keep it from closing idle connections
     * before the client does, which would make the next call on such a connection fail.
     */
    private static void tuneServer() {
        setDefault("sun.net.httpserver.nodelay", "true");
        setDefault("sun.net.httpserver.idleInterval", "300");
        setDefault("sun.net.httpserver.maxIdleConnections", "10000");
    }

    private static void setDefault(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** Lets the handler answer every request whose path begins with this one, from now on. */
    public void handle(String path, HttpHandler handler) {
        if (handlers.put(path, handler) == null) {
            // A context keeps its first handler for ever.
            server.createContext(
                    path, exchange -> Objects.requireNonNull(handlers.get(path)).handle(exchange));
        }
    }

    public void start() {
        server.start();
    }

    /** Where it listens, without a path. */
    public URI uri() {
        return URI.create("http://%s:%d"
                .formatted(
                        server.getAddress().getAddress().getHostAddress(),
                        server.getAddress().getPort()));
    }

    /** Runs what answers requests; ends with the server. */
    ExecutorService executor() {
        return executor;
    }

    /** Stops at once; connections are closed, unanswered calls with them. */
    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
