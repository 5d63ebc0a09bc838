package dev.berth.infra.postgres;

import dev.berth.infra.postgres.BackupManifest.StoredFile;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.postgresql.PGConnection;

/**
 * Makes a data directory, and a database, as they were in a backup.
 *
 * <p>Owns: the empty data directory and the empty database that it fills.
 * <br>Does not own: the backup, which it only reads; what a new copy must do differently (see {@link Hook}).
 * <br>Invariants: nothing is touched before the whole backup has been checked; rows, positions and what the hook does
 * become visible in one transaction; a directory with an unfinished restore starts no server.
 * <br>On failure: {@link StartupRefused} or the cause; the directory stays marked as unfinished and is to be emptied.
 */
public final class Restore {

    private Restore() {}

    /** What a copy of a store must do before it is used, for example give itself a new generation. */
    @FunctionalInterface
    public interface Hook {

        /** @param connection in the transaction that makes the restored rows visible; not to be committed or closed */
        void afterRestore(Connection connection) throws SQLException;
    }

    /** What was restored, for the one who asked. */
    public record Summary(int tables, long rows, int files) {}

    /**
     * Restores a backup.
     *
     * @param backup the folder that {@link Backup} wrote
     * @param dataDirectory must not exist, or be empty
     * @param external the empty database to fill; if absent, the embedded one in the data directory is made
     * @param migrations the migrations that make the tables, in their order
     */
    public static Summary read(
            Path backup,
            Path dataDirectory,
            Optional<DatabaseSettings> external,
            List<MigrationSet> migrations,
            Hook hook)
            throws IOException, SQLException {
        BackupManifest manifest = BackupManifest.verified(backup);
        requireEmpty(dataDirectory);
        try (DataDirectory directory = DataDirectory.acquire(dataDirectory)
                .orElseThrow(() -> new StartupRefused("The data directory " + dataDirectory + " is in use."))) {
            Path unfinished = directory.root().resolve(DataDirectory.UNFINISHED_RESTORE);
            DurableFiles.replace(unfinished, new byte[0]);
            if (external.isPresent()) {
                requireEmpty(external.get());
                try (WriterLock lock = ExternalDatabase.takeWithin(external.get(), Duration.ZERO)) {
                    restoreFiles(manifest, backup, directory.root());
                    restoreDatabase(manifest, backup, external.get(), migrations, hook);
                    lock.check("SELECT 1");
                }
            } else {
                restoreFiles(manifest, backup, directory.root());
                try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start(directory)) {
                    restoreDatabase(manifest, backup, server.settings(), migrations, hook);
                }
            }
            Files.delete(unfinished);
            DurableFiles.sync(directory.root());
        }
        long rows =
                manifest.tables().stream().mapToLong(BackupManifest.Table::rows).sum();
        return new Summary(manifest.tables().size(), rows, manifest.files().size());
    }

    private static void requireEmpty(Path dataDirectory) throws IOException {
        if (!DurableFiles.isAbsentOrEmpty(dataDirectory)) {
            throw new StartupRefused("The data directory " + dataDirectory
                    + " is not empty; restore into one that is empty or missing.");
        }
    }

    private static void requireEmpty(DatabaseSettings external) throws SQLException {
        try (Connection connection = external.connect("restore");
                Statement statement = connection.createStatement()) {
            DatabaseChecks.requireUsable(connection);
            try (ResultSet row = statement.executeQuery(
                    "SELECT EXISTS (SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE"
                            + " n.nspname = current_schema() AND c.relkind IN ('r', 'p', 'S'))")) {
                row.next();
                if (row.getBoolean(1)) {
                    throw new StartupRefused("The database at BERTH_DB_URL is not empty; restore into one that is.");
                }
            }
        }
    }

    private static void restoreFiles(BackupManifest manifest, Path backup, Path root) throws IOException {
        for (StoredFile file : manifest.files()) {
            Path target = Backup.inDataDirectory(file, root);
            if (!target.startsWith(root)) {
                throw new StartupRefused("The backup names a file outside of the data directory: " + file.path() + ".");
            }
            DurableFiles.makeDirectory(target.resolveSibling(""));
            Files.createFile(target, PosixFilePermissions.asFileAttribute(DurableFiles.OWNER_ONLY_FILE));
            try (InputStream in = Files.newInputStream(backup.resolve(file.path()));
                    var out = Files.newOutputStream(target)) {
                in.transferTo(out);
            }
            Files.setPosixFilePermissions(target, PosixFilePermissions.fromString(file.mode()));
            DurableFiles.sync(target);
            DurableFiles.sync(target.resolveSibling(""));
        }
    }

    private static void restoreDatabase(
            BackupManifest manifest, Path backup, DatabaseSettings settings, List<MigrationSet> migrations, Hook hook)
            throws IOException, SQLException {
        BackupTables.migrate(settings, migrations, manifest.migrations());
        try (Connection connection = settings.connect("restore");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            copyTables(connection, statement, manifest, backup);
            try (PreparedStatement set = connection.prepareStatement("SELECT setval(?::regclass, ?, ?)")) {
                for (BackupManifest.Sequence sequence : manifest.sequences()) {
                    set.setString(1, BackupTables.quoted(sequence.name()));
                    set.setLong(2, sequence.lastValue());
                    set.setBoolean(3, sequence.called());
                    set.execute();
                }
            }
            hook.afterRestore(connection);
            connection.commit();
            connection.setAutoCommit(true);
            statement.execute("ANALYZE");
        }
    }

    private static void copyTables(Connection connection, Statement statement, BackupManifest manifest, Path backup)
            throws IOException, SQLException {
        Map<String, BackupManifest.Table> saved =
                manifest.tables().stream().collect(Collectors.toMap(BackupManifest.Table::name, Function.identity()));
        Map<String, List<String>> present = BackupTables.columns(connection);
        for (BackupManifest.Table table : manifest.tables()) {
            if (!present.getOrDefault(table.name(), List.of()).containsAll(table.columns())) {
                throw new StartupRefused(
                        "The backup's table " + table.name() + " is not one that the migrations make.");
            }
        }
        if (!present.isEmpty()) {
            // Migrations may have put rows in; the backup has them as they were.
            statement.execute("TRUNCATE " + BackupTables.quoted(new ArrayList<>(present.keySet())));
        }
        for (String name : BackupTables.inOrderOfReference(connection, present.keySet())) {
            BackupManifest.Table table = saved.get(name);
            if (table == null) {
                continue;
            }
            String copy = "COPY " + BackupTables.quoted(name)
                    + (table.columns().isEmpty() ? "" : " (" + BackupTables.quoted(table.columns()) + ")")
                    + " FROM STDIN";
            try (InputStream in = new GZIPInputStream(new BufferedInputStream(
                    Files.newInputStream(backup.resolve(table.data().path()))))) {
                long rows = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(copy, in);
                if (rows != table.rows()) {
                    throw new IOException(name + " got " + rows + " rows instead of " + table.rows());
                }
            }
        }
    }
}
