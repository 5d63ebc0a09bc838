package dev.berth.infra.postgres;

import dev.berth.infra.postgres.BackupManifest.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Writes a consistent copy of the database and of the data directory's files while the server may be writing.
 *
 * <p>Owns: the new folder, until it is complete.
 * <br>Does not own: the database; it only reads, in one snapshot.
 * <br>Invariants: the folder gets its name by a rename after everything in it, the manifest last, is on disk. The files are
 * copied after the snapshot: keys never change, and the simulator's state may be ahead of the database, as it is after a
 * crash.
 * <br>On failure: the unfinished folder is deleted, or stays under a name that {@link Restore} refuses.
 *
 * <p>A backup holds the keys and the operator's token: it has mode 700 and is to be kept like them.
 */
public final class Backup {

    private static final Set<String> LEFT_OUT = Set.of(
            DataDirectory.LOCK_FILE,
            DataDirectory.PID_FILE,
            DataDirectory.DATABASE_FILE,
            DataDirectory.POSTGRES_FOLDER,
            "lost+found");
    private static final String PARTIAL = ".partial";
    private static final String FILES = "files";

    private Backup() {}

    /** What was written, for the one who asked. */
    public record Summary(Path folder, int tables, long rows, int files) {}

    /**
     * Makes a backup.
     *
     * @param settings of the database to read
     * @param dataDirectory whose files are copied; it may be in use
     * @param target must not exist, or be empty
     * @param now the time to note in it
     * @throws StartupRefused if the target can't be used or there is nothing to save
     */
    public static Summary write(DatabaseSettings settings, Path dataDirectory, Path target, Instant now)
            throws IOException, SQLException {
        Path folder = target.toAbsolutePath().normalize();
        if (!DurableFiles.isAbsentOrEmpty(folder)) {
            throw new StartupRefused("The folder " + target + " is not empty; name a new one for the backup.");
        }
        if (folder.startsWith(dataDirectory.toAbsolutePath().normalize())) {
            throw new StartupRefused("A backup can't be inside of the data directory; name a folder elsewhere.");
        }
        DurableFiles.makeDirectory(folder.resolveSibling(""));
        Path partial = folder.resolveSibling("." + folder.getFileName() + PARTIAL);
        DurableFiles.deleteTree(partial);
        DurableFiles.makeDirectory(partial);
        boolean done = false;
        try {
            Summary summary = fill(settings, dataDirectory, partial, folder, now);
            DurableFiles.syncTree(partial);
            DurableFiles.rename(partial, folder);
            done = true;
            return summary;
        } finally {
            if (!done) {
                DurableFiles.deleteTree(partial);
            }
        }
    }

    static boolean isPartial(Path folder) {
        Path name = folder.toAbsolutePath().normalize().getFileName();
        return name != null
                && name.toString().startsWith(".")
                && name.toString().endsWith(PARTIAL);
    }

    private static Summary fill(DatabaseSettings settings, Path dataDirectory, Path partial, Path folder, Instant now)
            throws IOException, SQLException {
        try (Connection connection = settings.connect("backup")) {
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY");
            }
            List<BackupManifest.Migration> migrations = BackupTables.migrations(connection);
            if (migrations.isEmpty()) {
                throw new StartupRefused("The database holds nothing to save yet.");
            }
            List<BackupManifest.Table> tables = new ArrayList<>();
            DurableFiles.makeDirectory(partial.resolve("tables"));
            for (Map.Entry<String, List<String>> table :
                    BackupTables.columns(connection).entrySet()) {
                String path = "tables/%04d.copy.gz".formatted(tables.size() + 1);
                tables.add(copyOut(connection, table.getKey(), table.getValue(), partial, path));
            }
            List<BackupManifest.Sequence> sequences = BackupTables.sequences(connection);
            List<StoredFile> files = copyFiles(dataDirectory, partial);
            int version = DatabaseChecks.version(connection);
            connection.rollback();
            new BackupManifest(BackupManifest.FORMAT, now, version, migrations, tables, sequences, files)
                    .write(partial);
            long rows = tables.stream().mapToLong(BackupManifest.Table::rows).sum();
            return new Summary(folder, tables.size(), rows, files.size());
        }
    }

    private static BackupManifest.Table copyOut(
            Connection connection, String name, List<String> columns, Path partial, String path)
            throws IOException, SQLException {
        String copy =
                "COPY (SELECT " + BackupTables.quoted(columns) + " FROM " + BackupTables.quoted(name) + ") TO STDOUT";
        long[] rows = new long[1];
        StoredFile data = store(partial, path, PosixFilePermissions.toString(DurableFiles.OWNER_ONLY_FILE), file -> {
            try (GZIPOutputStream zip = new GZIPOutputStream(file)) {
                rows[0] = connection.unwrap(PGConnection.class).getCopyAPI().copyOut(copy, zip);
            }
        });
        return new BackupManifest.Table(name, columns, rows[0], data);
    }

    private static List<StoredFile> copyFiles(Path dataDirectory, Path partial) throws IOException, SQLException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(dataDirectory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return isLeftOut(directory) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile() && !isLeftOut(file)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            private boolean isLeftOut(Path path) {
                return path.getFileName().toString().endsWith(".tmp")
                        || dataDirectory.equals(path.getParent())
                                && LEFT_OUT.contains(path.getFileName().toString());
            }
        });
        List<StoredFile> stored = new ArrayList<>();
        for (Path file : found) {
            String path =
                    FILES + "/" + dataDirectory.relativize(file).toString().replace('\\', '/');
            DurableFiles.makeDirectory(partial.resolve(path).resolveSibling(""));
            try (InputStream in = Files.newInputStream(file)) {
                String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                stored.add(store(partial, path, mode, in::transferTo));
            } catch (NoSuchFileException e) {
                // Replaced or removed by the running server since it was listed.
            }
        }
        return stored;
    }

    /** Where a stored file belongs in the data directory. */
    static Path inDataDirectory(StoredFile file, Path dataDirectory) {
        return dataDirectory.resolve(file.path().substring(FILES.length() + 1)).normalize();
    }

    @FunctionalInterface
    private interface Content {
        void writeTo(OutputStream out) throws IOException, SQLException;
    }

    private static StoredFile store(Path partial, String path, String mode, Content content)
            throws IOException, SQLException {
        MessageDigest digest = BackupManifest.sha256();
        Path target = partial.resolve(path);
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        @Nullable FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    target, options, PosixFilePermissions.asFileAttribute(DurableFiles.OWNER_ONLY_FILE));
            OutputStream out = new DigestOutputStream(Channels.newOutputStream(channel), digest);
            content.writeTo(out);
        } finally {
            if (channel != null) {
                channel.close();
            }
        }
        return new StoredFile(path, mode, Files.size(target), HexFormat.of().formatHex(digest.digest()));
    }
}
