package dev.berth.infra.journal;

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
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a simulator remembers, on disk: a first line that names the format, then one line per change.
 *
 * <p>Owns: one file, and its directory's entry for it. The file is made with the first line.<br>
 * Does not own: what the lines say, the thread that writes ({@link JournalWriter}).<br>
 * Invariants: lines are written in the order in which they were given, and none is changed; what {@link #append} has
 * answered for survives a crash. The file is replaced as a whole, by a rename, where most of it is history.<br>
 * On failure: an unfinished last line, from a crash, is cut off when the file is read; other damage is an error that
 * names the file and the line. After a write that failed every later one fails, until the file is read again.
 *
 * <p>{@link #append} and {@link #shorten} are for one thread at a time, in the order of the changes.
 */
public final class Journal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

    private final Path file;
    private final String header;
    private final int fewLines;
    private final JournalWriter writer;
    private long lines;
    private long longFrom;
    private @Nullable FileChannel channel;
    private volatile @Nullable Exception broken;

    /**
     * A journal that nobody has read yet.
     *
     * @param header the first line, without its end
     * @param fewLines with no more lines than that it is not written anew
     */
    public Journal(Path file, String header, int fewLines, JournalWriter writer) {
        this.file = file;
        this.header = header;
        this.fewLines = fewLines;
        this.longFrom = fewLines;
        this.writer = writer;
    }

    /**
     * Reads every line in the order written, and cuts off an unfinished last one.
     *
     * @throws IOException when the file can't be used, is of another format, or {@code each} throws for one of its lines
     */
    public void read(Consumer<String> each) throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        cutUnfinished();
        try (BufferedReader in = Files.newBufferedReader(file)) {
            String first = in.readLine();
            if (first != null && !first.equals(header)) {
                throw new IOException("%s is no journal of the simulator that this version reads".formatted(file));
            }
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines++;
                try {
                    each.accept(line);
                } catch (RuntimeException e) {
                    throw new IOException("%s is damaged in line %d".formatted(file, lines + 1), e);
                }
            }
        }
    }

    private void cutUnfinished() throws IOException {
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

    /** Done when the line, given without its end, is on disk. */
    public CompletableFuture<Void> append(byte[] line) {
        lines++;
        return writer.append(this, line);
    }

    /**
     * Has the file written anew where most of it is history.
     *
     * @param all lines that say all that the ones given so far do
     */
    public void shorten(Supplier<List<byte[]>> all) {
        if (lines <= longFrom) {
            return;
        }
        List<byte[]> now = all.get();
        longFrom = Math.max(fewLines, 4L * now.size());
        if (lines > longFrom) {
            writer.rewrite(this, now);
            lines = now.size();
        }
    }

    /** Whether a write has failed, so that it has to be read again. */
    public boolean broken() {
        return broken != null;
    }

    /** For the writer's thread. */
    void write(List<byte[]> added) throws IOException {
        if (broken != null) {
            throw new IOException("An earlier change could not be stored in " + file, broken);
        }
        try {
            FileChannel out = open();
            writeLines(out, added);
            out.force(false);
        } catch (IOException | RuntimeException e) {
            breakDown(e);
            throw e;
        }
    }

    /** For the writer's thread. Where it fails before the file is touched, that stays as it was. */
    void replace(List<byte[]> all) {
        if (broken != null) {
            return;
        }
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel out = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            writeLines(out, List.of(header.getBytes(StandardCharsets.UTF_8)));
            writeLines(out, all);
            out.force(true);
        } catch (IOException | RuntimeException e) {
            LOG.atWarn().addKeyValue("file", file).setCause(e).log("A journal can't be shortened");
            return;
        }
        try {
            close();
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            force(directory());
        } catch (IOException | RuntimeException e) {
            // Whether the rename survives a crash is not known, so neither is which file to write on.
            breakDown(e);
        }
    }

    private FileChannel open() throws IOException {
        FileChannel current = channel;
        if (current != null) {
            return current;
        }
        Files.createDirectories(directory());
        current = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        channel = current;
        if (current.size() == 0) {
            writeLines(current, List.of(header.getBytes(StandardCharsets.UTF_8)));
            current.force(true);
            force(directory());
            Path parent = directory().getParent();
            if (parent != null) {
                force(parent);
            }
        }
        return current;
    }

    private Path directory() {
        return Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file is in a directory");
    }

    private static void writeLines(FileChannel out, List<byte[]> added) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 12);
        for (byte[] line : added) {
            bytes.writeBytes(line);
            bytes.write('\n');
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes.toByteArray());
        while (buffer.hasRemaining()) {
            out.write(buffer);
        }
    }

    private static void force(Path directory) throws IOException {
        try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
            entry.force(true);
        }
    }

    private void breakDown(Exception e) {
        broken = e;
        LOG.atError().addKeyValue("file", file).setCause(e).log("A simulator can't store its state");
        try {
            close();
        } catch (UncheckedIOException closing) {
            e.addSuppressed(closing);
        }
    }

    /** To be called once its writer is closed. */
    @Override
    public void close() {
        FileChannel current = channel;
        channel = null;
        if (current != null) {
            try {
                current.close();
            } catch (IOException e) {
                throw new UncheckedIOException("Can't close " + file, e);
            }
        }
    }
}
