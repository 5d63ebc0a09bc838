package dev.berth.infra.host;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the simulated hosts answer. They run in a process of their own, whose address was given; or within this one,
 * on a given port from the beginning, or on any free port from the first call on, so that a deployment without
 * simulated hosts opens no port for them.
 */
public final class SimulatedHostAddress implements Supplier<URI>, AutoCloseable {

    private final @Nullable URI elsewhere;
    private final Path directory;
    private final Duration boot;
    private @Nullable SimulatedHostDaemon daemon;
    private boolean closed;

    private SimulatedHostAddress(@Nullable URI elsewhere, Path directory, Duration boot) {
        this.elsewhere = elsewhere;
        this.directory = directory;
        this.boot = boot;
    }

    /** They run in another process, at this address without a path. */
    public static SimulatedHostAddress elsewhere(URI address) {
        return new SimulatedHostAddress(address, Path.of(""), Duration.ZERO);
    }

    /**
     * They run in this process, from now on.
     *
     * @param port on loopback, 0 for any free one
     */
    public static SimulatedHostAddress here(Path directory, int port, Duration boot) {
        SimulatedHostAddress address = new SimulatedHostAddress(null, directory, boot);
        address.daemon = SimulatedHostDaemon.start(directory, port, boot);
        return address;
    }

    /** They run in this process, from the first call on. */
    public static SimulatedHostAddress hereOnceNeeded(Path directory, Duration boot) {
        return new SimulatedHostAddress(null, directory, boot);
    }

    /** @throws IllegalStateException when it is being stopped, or another process has the directory */
    @Override
    public synchronized URI get() {
        if (elsewhere != null) {
            return elsewhere;
        }
        if (closed) {
            throw new IllegalStateException("The simulated hosts are being stopped");
        }
        if (daemon == null) {
            daemon = SimulatedHostDaemon.start(directory, 0, boot);
        }
        return daemon.uri();
    }

    /** The daemon in this process, if it has started; other things that are simulated can share its port. */
    public synchronized @Nullable SimulatedHostDaemon daemon() {
        return daemon;
    }

    /** Stops what runs in this process. */
    @Override
    public synchronized void close() {
        closed = true;
        if (daemon != null) {
            daemon.close();
            daemon = null;
        }
    }
}
