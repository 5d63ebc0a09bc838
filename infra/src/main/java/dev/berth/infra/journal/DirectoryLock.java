package dev.berth.infra.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A directory that nobody else uses, in this process or another, until this is closed or its process has ended. */
public final class DirectoryLock implements AutoCloseable {
    private final Path directory;
    private final FileChannel file;

    private DirectoryLock(Path directory, FileChannel file) {
        this.directory = directory;
        this.file = file;
    }

    /**
     * Takes the directory, which is made if it is missing.
     *
     * @param does what its holder does, for whom comes second: "simulates the hosts"
     * @throws IllegalStateException when another one has it
     * @throws UncheckedIOException when it can't be used
     */
    public static DirectoryLock take(Path directory, String does) {
        try {
            Files.createDirectories(directory);
            FileChannel file =
                    FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            boolean mine = false;
            try {
                mine = file.tryLock() != null;
            } catch (OverlappingFileLockException e) {
                // Another one in this same process has it.
            } finally {
                if (!mine) {
                    file.close();
                }
            }
            if (!mine) {
                throw new IllegalStateException("Another process " + does + " in " + directory);
            }
            return new DirectoryLock(directory, file);
        } catch (IOException e) {
            throw new UncheckedIOException("Can't use the directory " + directory, e);
        }
    }

    /** Gives the directory free. */
    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Can't release the directory " + directory, e);
        }
    }
}
