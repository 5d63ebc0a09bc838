package dev.berth.infra.host;

import dev.berth.infra.journal.DirectoryLock;
import dev.berth.infra.journal.JournalWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;

/**
 * All hosts of one simulator, by node id, each in a directory of its own.
 *
 * <p>Owns: the directory of the hosts, locked against a second daemon; which hosts are in memory; their faults.<br>
 * Does not own: the machines ({@link SimulatedHost}), HTTP.<br>
 * Invariants: at most one object per host that is not broken; a host exists as soon as it is asked, its directory once
 * it has something to remember.<br>
 * On failure: a host that could not store a change is read again from disk by the next call.
 */
final class SimulatedHosts implements AutoCloseable {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final Path directory;
    private final long bootMillis;
    private final InstantSource clock;
    private final Executor executor;
    private final DirectoryLock lock;
    private final JournalWriter writer = new JournalWriter("simulated-host-journal");
    private final Map<String, SimulatedHost> hosts = new ConcurrentHashMap<>();
    private final Map<String, HostFaults> faults = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /**
     * @param directory holds one directory per host; made if it is missing
     * @param executor runs what follows once a change is on disk or a machine has booted
     * @throws IllegalStateException when another daemon has the directory
     */
    SimulatedHosts(Path directory, Duration boot, InstantSource clock, Executor executor) {
        this.directory = directory;
        this.bootMillis = boot.toMillis();
        this.clock = clock;
        this.executor = executor;
        this.lock = DirectoryLock.take(directory, "simulates the hosts");
    }

    /** Whether the text can be the id of a node or an instance; it is also a safe file name. */
    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** @throws UncheckedIOException when what the host remembers can't be read */
    SimulatedHost host(String nodeId) {
        SimulatedHost host = hosts.get(nodeId);
        if (host != null && !host.broken()) {
            return host;
        }
        return hosts.compute(nodeId, (id, old) -> old == null || old.broken() ? read(id) : old);
    }

    private SimulatedHost read(String nodeId) {
        if (closed) {
            throw new IllegalStateException("The simulated hosts are being stopped");
        }
        try {
            return SimulatedHost.read(nodeId, directory.resolve(nodeId), writer, bootMillis, clock, executor);
        } catch (IOException e) {
            throw new UncheckedIOException("Can't read the machines of host " + nodeId, e);
        }
    }

    /** The host if it was ever asked to change anything; does not make one. */
    Optional<SimulatedHost> existing(String nodeId) {
        return hosts.containsKey(nodeId) || Files.exists(directory.resolve(nodeId))
                ? Optional.of(host(nodeId))
                : Optional.empty();
    }

    HostFaults faults(String nodeId) {
        return faults.computeIfAbsent(nodeId, id -> new HostFaults());
    }

    /** Ends all that was begun, stores it, and gives the directory free. */
    @Override
    public void close() {
        closed = true;
        writer.close();
        hosts.values().forEach(host -> host.journal().close());
        lock.close();
    }
}
