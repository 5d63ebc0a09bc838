package dev.berth.infra.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes changes durable, many at once: everything that is waiting goes to disk together, with one fsync per host, and
 * what comes meanwhile waits for the next round.
 *
 * <p>Owns: the one thread that writes and closes journals.<br>
 * Does not own: what is written.<br>
 * Invariants: per host, lines are written and answered for in the order in which they were given.<br>
 * On failure: the host's journal is broken for good: every line given since fails, and the host has to be read again.
 */
final class JournalWriter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);
    private static final int MOST_PER_ROUND = 8192;

    private sealed interface Item {}

    private record Line(SimulatedHost host, byte[] bytes, CompletableFuture<Void> durable) implements Item {}

    /** The last item. An interrupt instead would close the file that is being written. */
    private record Stop() implements Item {}

    private final LinkedBlockingQueue<Item> waiting = new LinkedBlockingQueue<>();
    private final Thread thread =
            Thread.ofPlatform().daemon().name("simulated-host-journal").start(this::run);
    private boolean closed;

    /** Done when the line is on disk. The caller holds the host's lock, which keeps the lines in order. */
    synchronized CompletableFuture<Void> append(SimulatedHost host, byte[] bytes) {
        if (closed) {
            return CompletableFuture.failedFuture(new IOException("The simulated hosts are being stopped"));
        }
        CompletableFuture<Void> durable = new CompletableFuture<>();
        waiting.add(new Line(host, bytes, durable));
        return durable;
    }

    private void run() {
        List<Item> round = new ArrayList<>();
        boolean stopped = false;
        while (!stopped) {
            try {
                round.add(waiting.take());
            } catch (InterruptedException e) {
                LOG.atWarn().log("The journal of the simulated hosts is not stopped by an interrupt");
                continue;
            }
            waiting.drainTo(round, MOST_PER_ROUND);
            write(round);
            stopped = round.getLast() instanceof Stop;
            round.clear();
        }
    }

    private static void write(List<Item> round) {
        Map<SimulatedHost, List<Line>> byHost = new LinkedHashMap<>();
        for (Item item : round) {
            if (item instanceof Line line) {
                byHost.computeIfAbsent(line.host(), host -> new ArrayList<>()).add(line);
            }
        }
        byHost.forEach(JournalWriter::write);
    }

    private static void write(SimulatedHost host, List<Line> lines) {
        try {
            if (host.broken()) {
                throw new IOException("An earlier change of host " + host.nodeId() + " could not be stored");
            }
            host.journal().append(lines.stream().map(Line::bytes).toList());
            host.journal().force();
        } catch (IOException | RuntimeException e) {
            LOG.atError()
                    .addKeyValue("nodeId", host.nodeId())
                    .setCause(e)
                    .log("A simulated host can't store its machines");
            host.breakDown();
            lines.forEach(line -> line.durable().completeExceptionally(e));
            return;
        }
        lines.forEach(line -> line.durable().complete(null));
        host.compactJournal();
    }

    /** Writes what is waiting, then stops. */
    @Override
    public void close() {
        synchronized (this) {
            if (!closed) {
                closed = true;
                waiting.add(new Stop());
            }
        }
        boolean interrupted = false;
        while (true) {
            try {
                thread.join();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
