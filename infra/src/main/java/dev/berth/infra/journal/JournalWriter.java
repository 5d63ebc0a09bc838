package dev.berth.infra.journal;

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
 * Makes changes durable, many at once: everything that is waiting goes to disk together, with one fsync per journal, and
 * what comes meanwhile waits for the next round.
 *
 * <p>Owns: the one thread that writes its journals.<br>
 * Does not own: what is written.<br>
 * Invariants: per journal, lines are written and answered for in the order in which they were given.<br>
 * On failure: the journal is broken for good: every line given since fails.
 */
public final class JournalWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JournalWriter.class);
    private static final int MOST_PER_ROUND = 8192;

    private sealed interface Item {}

    private record Line(Journal journal, byte[] bytes, CompletableFuture<Void> durable) implements Item {}

    /** All that the journal holds from here on. */
    private record Rewrite(Journal journal, List<byte[]> lines) implements Item {}

    /** The last item. An interrupt instead would close the file that is being written. */
    private record Stop() implements Item {}

    private final LinkedBlockingQueue<Item> waiting = new LinkedBlockingQueue<>();
    private final Thread thread;
    private boolean closed;

    /** Begins to write, in a thread of this name. */
    public JournalWriter(String name) {
        this.thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    synchronized CompletableFuture<Void> append(Journal journal, byte[] bytes) {
        if (closed) {
            return CompletableFuture.failedFuture(new IOException("The simulator is being stopped"));
        }
        CompletableFuture<Void> durable = new CompletableFuture<>();
        waiting.add(new Line(journal, bytes, durable));
        return durable;
    }

    synchronized void rewrite(Journal journal, List<byte[]> lines) {
        if (!closed) {
            waiting.add(new Rewrite(journal, lines));
        }
    }

    private void run() {
        List<Item> round = new ArrayList<>();
        boolean stopped = false;
        while (!stopped) {
            try {
                round.add(waiting.take());
            } catch (InterruptedException e) {
                LOG.atWarn().log("The journals of the simulator are not stopped by an interrupt");
                continue;
            }
            waiting.drainTo(round, MOST_PER_ROUND);
            write(round);
            stopped = round.getLast() instanceof Stop;
            round.clear();
        }
    }

    private static void write(List<Item> round) {
        Map<Journal, List<Line>> added = new LinkedHashMap<>();
        for (Item item : round) {
            switch (item) {
                case Line line ->
                    added.computeIfAbsent(line.journal(), journal -> new ArrayList<>())
                            .add(line);
                case Rewrite rewrite -> {
                    List<Line> before = added.remove(rewrite.journal());
                    if (before != null) {
                        write(rewrite.journal(), before);
                    }
                    rewrite.journal().replace(rewrite.lines());
                }
                case Stop stop -> {}
            }
        }
        added.forEach(JournalWriter::write);
    }

    private static void write(Journal journal, List<Line> lines) {
        try {
            journal.write(lines.stream().map(Line::bytes).toList());
        } catch (IOException | RuntimeException e) {
            lines.forEach(line -> line.durable().completeExceptionally(e));
            return;
        }
        lines.forEach(line -> line.durable().complete(null));
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
