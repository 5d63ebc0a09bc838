package dev.berth.infra.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Spares a test the two seconds that unpacking PostgreSQL takes: the tests share one unpacked copy. */
public final class TestPrograms {

    private static final Path SHARED = Path.of("target", "postgres-programs").toAbsolutePath();

    private TestPrograms() {}

    /**
     * Makes an empty data directory whose PostgreSQL is unpacked already.
     *
     * @param dataDirectory must not exist
     * @return the same
     */
    public static Path in(Path dataDirectory) {
        try {
            synchronized (TestPrograms.class) {
                PostgresBinaries.unpackInto(SHARED);
            }
            Path programs = dataDirectory.resolve(DataDirectory.POSTGRES_FOLDER).resolve("programs");
            try (var files = Files.walk(SHARED)) {
                for (Path file : files.toList()) {
                    Path copy = programs.resolve(SHARED.relativize(file).toString());
                    if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                        DurableFiles.makeDirectory(copy);
                    } else if (Files.isSymbolicLink(file)) {
                        Files.createSymbolicLink(copy, Files.readSymbolicLink(file));
                    } else {
                        linkOrCopy(file, copy);
                    }
                }
            }
            Files.createFile(dataDirectory.resolve(DataDirectory.LOCK_FILE));
            return dataDirectory;
        } catch (IOException e) {
            throw new AssertionError("can't prepare " + dataDirectory, e);
        }
    }

    private static void linkOrCopy(Path file, Path copy) throws IOException {
        try {
            Files.createLink(copy, file);
        } catch (IOException e) {
            // Another file system: the test is a little slower there.
            Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }
}
