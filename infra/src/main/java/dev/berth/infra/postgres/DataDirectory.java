package dev.berth.infra.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The folder with everything that must survive: keys, the embedded database, the simulator's state.
 *
 * <p>Owns: the folder (mode 700), its lock, its keys (mode 600).
 * <br>Does not own: what is inside {@link #postgres()} and {@link #simulator()}.
 * <br>Invariants: at most one open instance per folder on a machine, across processes; a key once made never changes; a
 * folder that is not empty and was not made by Berth is never touched.
 * <br>On failure: {@link StartupRefused} with one sentence; the lock ends with the process, however that ends.
 */
public final class DataDirectory implements AutoCloseable {

    static final String LOCK_FILE = "berth.lock";
    static final String PID_FILE = "berth.pid";
    static final String DATABASE_FILE = "database.properties";
    static final String POSTGRES_FOLDER = "postgres";
    static final String UNFINISHED_RESTORE = "restore-unfinished";

    private static final String FORMAT_FILE = "format";
    private static final String FORMAT = "1\n";
    private static final String OPERATOR_TOKEN_FILE = "operator-token";
    private static final String MASTER_KEY_FILE = "master.key";
    private static final String DEPLOYMENT_KEY_FILE = "deployment.key";
    private static final int KEY_BYTES = 32;

    // Closing any channel on the lock file drops this process's lock on it, so within the process the file is opened
    // once.
    private static final Set<Path> OPEN_HERE = ConcurrentHashMap.newKeySet();

    private final Path root;
    private final FileChannel channel;
    private final FileLock lock;
    private final boolean hadNoDatabase;

    private DataDirectory(Path root, FileChannel channel, FileLock lock) {
        this.root = root;
        this.channel = channel;
        this.lock = lock;
        this.hadNoDatabase = !Files.exists(root.resolve(POSTGRES_FOLDER));
    }

    /**
     * Opens the folder for this process alone; makes it and its keys at the first start.
     *
     * @throws StartupRefused if another process has it, it belongs to another user, it is something else's folder, a
     *     key is missing, or a restore into it was interrupted
     */
    public static DataDirectory open(Path folder) {
        DataDirectory directory = acquire(folder)
                .orElseThrow(() -> new StartupRefused("The data directory " + folder + " is in use by another process"
                        + pidOfHolder(folder) + "; stop that one first or set another --berth.data-dir."));
        try {
            if (Files.exists(directory.root.resolve(UNFINISHED_RESTORE))) {
                throw new StartupRefused("A restore into the data directory " + folder
                        + " was interrupted; empty it and restore again.");
            }
            directory.makeKeys();
            return directory;
        } catch (IOException e) {
            directory.close();
            throw new StartupRefused("The data directory " + folder + " can't be used: " + e + ".", e);
        } catch (RuntimeException e) {
            directory.close();
            throw e;
        }
    }

    /** Like {@link #open}, but makes no keys and looks at no marker; for restoring. Empty if someone else has it. */
    static Optional<DataDirectory> acquire(Path folder) {
        try {
            prepare(folder);
            Path root = folder.toRealPath();
            if (!OPEN_HERE.add(root)) {
                return Optional.empty();
            }
            @Nullable DataDirectory directory = null;
            try {
                directory = lock(root);
            } finally {
                if (directory == null) {
                    OPEN_HERE.remove(root);
                }
            }
            return Optional.ofNullable(directory);
        } catch (IOException e) {
            throw new StartupRefused("The data directory " + folder + " can't be used: " + e + ".", e);
        }
    }

    /** The folder itself, absolute and without symbolic links. */
    public Path root() {
        return root;
    }

    /** The folder of the embedded PostgreSQL; it need not exist. */
    public Path postgres() {
        return root.resolve(POSTGRES_FOLDER);
    }

    /** Whether the folder had no embedded database yet when this process opened it. */
    public boolean hadNoDatabase() {
        return hadNoDatabase;
    }

    /** The folder of the simulated host's state; it need not exist. */
    public Path simulator() {
        return root.resolve("simulator");
    }

    /** Where {@link #operatorToken()} is kept: the path may be shown to people, the content not. */
    public Path operatorTokenFile() {
        return root.resolve(OPERATOR_TOKEN_FILE);
    }

    /** The operator's token; made at the first call, so that none exists where the operator brings their own. */
    public synchronized String operatorToken() {
        Path file = operatorTokenFile();
        try {
            if (!Files.exists(file)) {
                DurableFiles.replace(file, (Secrets.newToken() + "\n").getBytes(StandardCharsets.US_ASCII));
            }
            String token = Files.readString(file, StandardCharsets.US_ASCII).strip();
            if (token.isEmpty()) {
                throw new StartupRefused(
                        "The operator's token in " + file + " is empty; delete the file to get a new one.");
            }
            return token;
        } catch (IOException e) {
            throw new StartupRefused("The operator's token in " + file + " can't be read: " + e + ".", e);
        }
    }

    /** The key that wraps the instances' own keys; 32 bytes. */
    public byte[] masterKey() {
        return readKey(MASTER_KEY_FILE);
    }

    /** The key of this deployment for hashes that are stored but not secret; 32 bytes. */
    public byte[] deploymentKey() {
        return readKey(DEPLOYMENT_KEY_FILE);
    }

    /** Gives the folder to the next process. */
    @Override
    public void close() {
        try (channel) {
            Files.deleteIfExists(root.resolve(PID_FILE));
            lock.release();
        } catch (IOException e) {
            // The lock ends with the process at the latest, and nothing was to be written.
        } finally {
            OPEN_HERE.remove(root);
        }
    }

    private static void prepare(Path folder) throws IOException {
        DurableFiles.makeDirectory(folder.toAbsolutePath().normalize());
        boolean ours = Files.exists(folder.resolve(LOCK_FILE));
        if (!ours && !DurableFiles.isAbsentOrEmpty(folder) && !Files.exists(folder.resolve(LOCK_FILE))) {
            throw new StartupRefused("The folder " + folder
                    + " is not empty and was not made by Berth; choose another --berth.data-dir.");
        }
        String owner = Files.getOwner(folder).getName();
        String user = ProcessUser.name().orElse(owner);
        if (!owner.equals(user)) {
            throw new StartupRefused("The data directory " + folder + " belongs to the user " + owner
                    + ", but this process runs as " + user + "; start it as " + owner + ".");
        }
        if (!Files.getPosixFilePermissions(folder).equals(DurableFiles.OWNER_ONLY_DIRECTORY)) {
            Files.setPosixFilePermissions(folder, DurableFiles.OWNER_ONLY_DIRECTORY);
        }
    }

    private static @Nullable DataDirectory lock(Path root) throws IOException {
        Path file = root.resolve(LOCK_FILE);
        FileChannel channel = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(DurableFiles.OWNER_ONLY_FILE));
        @Nullable FileLock lock = channel.tryLock();
        if (lock == null) {
            channel.close();
            return null;
        }
        Files.writeString(root.resolve(PID_FILE), ProcessHandle.current().pid() + "\n");
        return new DataDirectory(root, channel, lock);
    }

    private static String pidOfHolder(Path folder) {
        try {
            return " (pid " + Files.readString(folder.resolve(PID_FILE)).strip() + ")";
        } catch (IOException e) {
            return "";
        }
    }

    private void makeKeys() throws IOException {
        boolean first = !Files.exists(root.resolve(FORMAT_FILE));
        for (String name : new String[] {MASTER_KEY_FILE, DEPLOYMENT_KEY_FILE}) {
            Path file = root.resolve(name);
            if (!Files.exists(file)) {
                if (!first) {
                    // A new key would make what the old one protects unreadable for ever.
                    throw new StartupRefused("The key " + file + " is missing; put it back from a backup.");
                }
                String key = Base64.getEncoder().encodeToString(Secrets.newKey(KEY_BYTES));
                DurableFiles.replace(file, (key + "\n").getBytes(StandardCharsets.US_ASCII));
            }
            readKey(name);
        }
        if (first) {
            DurableFiles.replace(root.resolve(FORMAT_FILE), FORMAT.getBytes(StandardCharsets.US_ASCII));
        } else if (!Files.readString(root.resolve(FORMAT_FILE)).equals(FORMAT)) {
            throw new StartupRefused("The data directory " + root + " was made by a newer version of Berth.");
        }
    }

    private byte[] readKey(String name) {
        Path file = root.resolve(name);
        try {
            byte[] key = Base64.getDecoder()
                    .decode(Files.readString(file, StandardCharsets.US_ASCII).strip());
            if (key.length == KEY_BYTES) {
                return key;
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new StartupRefused("The key " + file + " can't be read; put it back from a backup.", e);
        }
        throw new StartupRefused("The key " + file + " has a wrong length; put it back from a backup.");
    }
}
