package dev.berth.infra.simulator;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the account remembers, on disk.
 *
 * <p>Owns: the file {@code account.jsonl}, a first line that names the format and then one line per change, and the one
 * thread that writes it: everything that is waiting goes to disk with one fsync.<br>
 * Does not own: what the lines say, when the file is worth writing anew ({@link Account}).<br>
 * Invariants: lines are written in the order in which they were given; what was answered for survives a crash. The file
 * is replaced as a whole, by a rename.<br>
 * On failure: an unfinished last line, from a crash, is cut off when the file is read; after a write that failed every
 * later one fails too, until it is read again.
 */
final class Journal implements AutoCloseable {

    static final String FILE = "account.jsonl";

    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final String HEADER = "{\"format\":\"simulated-digitalocean\",\"revision\":1}\n";
    private static final int MOST_PER_ROUND = 8192;

    private sealed interface Item {}

    private record Line(byte[] bytes, CompletableFuture<Void> durable) implements Item {}

    /** All that the file holds from here on. */
    private record Rewrite(byte[] bytes) implements Item {}

    private record Stop() implements Item {}

    private final Path directory;
    private final LinkedBlockingQueue<Item> waiting = new LinkedBlockingQueue<>();
    private FileChannel channel;
    private @Nullable Exception broken;
    private boolean closed;
    private final Thread thread;

    /**
     * Reads the lines of the file, cuts off an unfinished last one, and is then ready to write.
     *
     * @throws IOException when the file can't be used, or is none of this format
     */
    Journal(Path directory, Consumer<String> eachLine) throws IOException {
        this.directory = directory;
        Files.createDirectories(directory);
        Path file = directory.resolve(FILE);
        boolean fresh = !Files.exists(file) || Files.size(file) < HEADER.length();
        if (!fresh) {
            cutUnfinished(file);
            read(file, eachLine);
        }
        this.channel = fresh
                ? create(file, HEADER.getBytes(StandardCharsets.UTF_8))
                : FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
        this.thread = Thread.ofPlatform().daemon().name("simulator-journal").start(this::run);
    }

    private static void read(Path file, Consumer<String> eachLine) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            if (!HEADER.strip().equals(lines.readLine())) {
                throw new IOException("%s is no journal of the simulator that this version reads".formatted(file));
            }
            long number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                try {
                    eachLine.accept(line);
                } catch (RuntimeException e) {
                    throw new IOException("%s is damaged in line %d".formatted(file, number), e);
                }
            }
        }
    }

    private static void cutUnfinished(Path file) throws IOException {
        try (FileChannel open = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long good = open.size();
            ByteBuffer last = ByteBuffer.allocate(1);
            while (good > 0) {
                last.clear();
                open.read(last, good - 1);
                if (last.get(0) == '\n') {
                    break;
                }
                good--;
            }
            if (good < open.size()) {
                open.truncate(good);
                open.force(true);
            }
        }
    }

    private FileChannel create(Path file, byte[] content) throws IOException {
        Path fresh = directory.resolve(FILE + ".new");
        FileChannel out = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        try {
            writeAll(out, ByteBuffer.wrap(content));
            out.force(true);
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
                entry.force(true);
            }
            return out;
        } catch (IOException | RuntimeException e) {
            out.close();
            throw e;
        }
    }

    /** Done when the line, which has no end of line, is on disk. Calls have to come in the order of the changes. */
    synchronized CompletableFuture<Void> append(byte[] line) {
        if (closed) {
            return CompletableFuture.failedFuture(new IOException("The simulator is being stopped"));
        }
        CompletableFuture<Void> durable = new CompletableFuture<>();
        waiting.add(new Line(line, durable));
        return durable;
    }

    /** Replaces all that was given before by these lines. */
    synchronized void rewrite(Iterable<byte[]> lines) {
        ByteArrayOutputStream all = new ByteArrayOutputStream(1 << 16);
        all.writeBytes(HEADER.getBytes(StandardCharsets.UTF_8));
        for (byte[] line : lines) {
            all.writeBytes(line);
            all.write('\n');
        }
        if (!closed) {
            waiting.add(new Rewrite(all.toByteArray()));
        }
    }

    private void run() {
        List<Item> round = new ArrayList<>();
        boolean stopped = false;
        while (!stopped) {
            try {
                round.add(waiting.take());
            } catch (InterruptedException e) {
                LOG.atWarn().log("The journal of the simulator is not stopped by an interrupt");
                continue;
            }
            waiting.drainTo(round, MOST_PER_ROUND);
            write(round);
            stopped = round.getLast() instanceof Stop;
            round.clear();
        }
    }

    private void write(List<Item> round) {
        List<Line> lines = new ArrayList<>();
        for (Item item : round) {
            if (item instanceof Line line) {
                lines.add(line);
            } else if (item instanceof Rewrite rewrite) {
                append(lines);
                lines.clear();
                replace(rewrite);
            }
        }
        append(lines);
    }

    private void append(List<Line> lines) {
        if (lines.isEmpty()) {
            return;
        }
        try {
            if (broken != null) {
                throw new IOException("An earlier change could not be stored", broken);
            }
            int size = lines.stream().mapToInt(line -> line.bytes().length + 1).sum();
            ByteBuffer buffer = ByteBuffer.allocate(size);
            lines.forEach(line -> buffer.put(line.bytes()).put((byte) '\n'));
            writeAll(channel, buffer.flip());
            channel.force(false);
        } catch (IOException | RuntimeException e) {
            breakDown(e);
            lines.forEach(line -> line.durable().completeExceptionally(e));
            return;
        }
        lines.forEach(line -> line.durable().complete(null));
    }

    private void replace(Rewrite rewrite) {
        try {
            FileChannel old = channel;
            channel = create(directory.resolve(FILE), rewrite.bytes());
            old.close();
        } catch (IOException | RuntimeException e) {
            // Whether the rename has happened is not known, so neither is which file to write on.
            breakDown(e);
        }
    }

    private void breakDown(Exception e) {
        if (broken == null) {
            broken = e;
            LOG.atError().addKeyValue("directory", directory).setCause(e).log("The simulator can't store its state");
        }
    }

    private static void writeAll(FileChannel out, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            out.write(buffer);
        }
    }

    /** Writes what is waiting, then stops. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            waiting.add(new Stop());
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
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Can't close the journal in " + directory, e);
        }
    }
}
