package dev.berth.infra.host;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The simulated hosts as a running thing: many hosts behind one port, with state and I/O of their own.
 *
 * <p>Owns: the hosts' directory and their paths on the port.<br>
 * Does not own: anything of the control plane, which reaches it over HTTP alone, in the same process or not.<br>
 * Invariants: what was answered is on disk; killed at any moment, it goes on from there.<br>
 * On failure: a port or a directory that can't be had is an error at start.
 */
public final class SimulatedHostDaemon implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SimulatedHostDaemon.class);

    private final SimulatorServer server;
    private final SimulatedHosts hosts;

    private SimulatedHostDaemon(SimulatorServer server, SimulatedHosts hosts) {
        this.server = server;
        this.hosts = hosts;
    }

    /**
     * Starts it; it answers when this returns.
     *
     * @param directory what the hosts remember, one directory each; made if it is missing
     * @param port on loopback, 0 for any free one
     * @param boot how long a machine boots, at least 0
     * @throws IllegalStateException when another daemon has the directory
     * @throws java.io.UncheckedIOException when the port is taken or the directory can't be used
     */
    public static SimulatedHostDaemon start(Path directory, int port, Duration boot) {
        SimulatorServer server = new SimulatorServer(port);
        try {
            SimulatedHosts hosts = new SimulatedHosts(directory, boot, InstantSource.system(), server.executor());
            server.handle(HostRequests.PATH, new HostRequests(hosts, server.executor()));
            server.handle(SimulatorRequests.PATH, new SimulatorRequests(hosts, server.executor()));
            server.start();
            LOG.atInfo()
                    .addKeyValue("uri", server.uri())
                    .addKeyValue("directory", directory)
                    .addKeyValue("bootMs", boot.toMillis())
                    .log("Simulated hosts are ready");
            return new SimulatedHostDaemon(server, hosts);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Where it answers, without a path. */
    public URI uri() {
        return server.uri();
    }

    /** The server, for other things that are simulated on the same port. */
    public SimulatorServer server() {
        return server;
    }

    /** Stops answering, stores what was begun, and gives port and directory free. */
    @Override
    public void close() {
        server.close();
        hosts.close();
    }
}
