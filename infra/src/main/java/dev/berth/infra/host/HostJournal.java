package dev.berth.infra.host;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What one simulated host remembers, on disk.
 *
 * <p>Owns: the file {@code machines.jsonl} of one host: a first line that names the format, then one line of JSON per
 * change, each with all that is known of its instance, so the last line of an instance counts.<br>
 * Does not own: what the lines mean, when to write ({@link JournalWriter}).<br>
 * Invariants: what {@link #force} has returned for survives a crash; a line is never changed. The file is replaced as a
 * whole, by a rename, when most of it is history.<br>
 * On failure: an unfinished last line, from a crash, is cut off when the file is read; other damage is an error that
 * names the file and the byte.
 *
 * <p>For one thread at a time.
 */
final class HostJournal implements AutoCloseable {

    static final String FILE = "machines.jsonl";
    private static final String HEADER = "{\"format\":\"simulated-host\",\"revision\":1}";
    private static final int FEW_LINES = 4096;

    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultPropertyInclusion(all -> all.withValueInclusion(JsonInclude.Include.NON_NULL))
            .build();

    private final Path directory;
    private @Nullable FileChannel channel;
    private long lines;
    private long rewriteFrom = FEW_LINES;

    /** @param directory the host's own; made with the first line */
    HostJournal(Path directory) {
        this.directory = directory;
    }

    static byte[] line(SimulatedMachine machine) {
        byte[] json = JSON.writeValueAsBytes(machine);
        byte[] line = Arrays.copyOf(json, json.length + 1);
        line[json.length] = '\n';
        return line;
    }

    /** Reads every line in the order written, and cuts off an unfinished last one. */
    void read(Consumer<SimulatedMachine> each) throws IOException {
        Path file = directory.resolve(FILE);
        if (!Files.exists(file)) {
            return;
        }
        long good = 0;
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            int filled = 0;
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer, filled, buffer.length - filled)) {
                filled += count;
                int begin = 0;
                for (int end = filled - count; end < filled; end++) {
                    if (buffer[end] == '\n') {
                        read(file, good, new String(buffer, begin, end - begin, StandardCharsets.UTF_8), each);
                        good += end + 1 - begin;
                        begin = end + 1;
                    }
                }
                filled -= begin;
                System.arraycopy(buffer, begin, buffer, 0, filled);
                if (filled == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * filled);
                }
            }
        }
        if (good < Files.size(file)) {
            try (FileChannel cut = FileChannel.open(file, StandardOpenOption.WRITE)) {
                cut.truncate(good);
                cut.force(true);
            }
        }
    }

    private void read(Path file, long at, String line, Consumer<SimulatedMachine> each) throws IOException {
        if (at == 0) {
            if (!line.equals(HEADER)) {
                throw new IOException("%s is no journal of a simulated host that this version reads".formatted(file));
            }
            return;
        }
        try {
            each.accept(JSON.readValue(line, SimulatedMachine.class));
            lines++;
        } catch (JacksonException e) {
            throw new IOException("%s is damaged at byte %d".formatted(file, at), e);
        }
    }

    /** Appends lines; they are durable after {@link #force}. */
    void append(List<byte[]> newLines) throws IOException {
        int size = newLines.stream().mapToInt(line -> line.length).sum();
        ByteBuffer buffer = ByteBuffer.allocate(size);
        newLines.forEach(buffer::put);
        writeAll(open(), buffer.flip());
        lines += newLines.size();
    }

    void force() throws IOException {
        open().force(false);
    }

    /** Whether so much of the file is history that it is worth writing anew. */
    boolean mostlyHistory(int entries) {
        return lines > rewriteFrom && lines > 4L * entries;
    }

    /** Replaces the file by one that holds these entries alone. After a failure the file is as it was. */
    void rewrite(Collection<SimulatedMachine> entries) throws IOException {
        rewriteFrom = lines + FEW_LINES;
        Path fresh = directory.resolve(FILE + ".new");
        try (FileChannel out = FileChannel.open(
                fresh, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteArrayOutputStream buffer = new ByteArrayOutputStream(1 << 16);
            buffer.writeBytes((HEADER + "\n").getBytes(StandardCharsets.UTF_8));
            for (SimulatedMachine entry : entries) {
                buffer.writeBytes(line(entry));
                if (buffer.size() > 1 << 15) {
                    writeAll(out, ByteBuffer.wrap(buffer.toByteArray()));
                    buffer.reset();
                }
            }
            writeAll(out, ByteBuffer.wrap(buffer.toByteArray()));
            out.force(true);
        }
        close();
        Files.move(fresh, directory.resolve(FILE), StandardCopyOption.ATOMIC_MOVE);
        forceDirectory(directory);
        lines = entries.size();
        rewriteFrom = FEW_LINES;
    }

    private FileChannel open() throws IOException {
        FileChannel current = channel;
        if (current != null) {
            return current;
        }
        Path file = directory.resolve(FILE);
        Files.createDirectories(directory);
        current = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        if (current.size() == 0) {
            writeAll(current, ByteBuffer.wrap((HEADER + "\n").getBytes(StandardCharsets.UTF_8)));
            current.force(true);
            forceDirectory(directory);
            Path parent = directory.getParent();
            if (parent != null) {
                forceDirectory(parent);
            }
        }
        channel = current;
        return current;
    }

    private static void writeAll(FileChannel out, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            out.write(buffer);
        }
    }

    private static void forceDirectory(Path directory) throws IOException {
        try (FileChannel entry = FileChannel.open(directory, StandardOpenOption.READ)) {
            entry.force(true);
        }
    }

    @Override
    public void close() {
        FileChannel current = channel;
        channel = null;
        if (current != null) {
            try {
                current.close();
            } catch (IOException e) {
                throw new UncheckedIOException("Can't close the journal in " + directory, e);
            }
        }
    }
}
