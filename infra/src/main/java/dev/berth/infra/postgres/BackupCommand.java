package dev.berth.infra.postgres;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * {@code backup DIR} and {@code restore DIR} on the command line, with the same options, environment and files of settings
 * as the server. {@code backup} works on a running server and on a stopped one.
 */
public final class BackupCommand {

    private static final Duration STARTING_SERVER_LIMIT = Duration.ofSeconds(30);
    private static final Duration LOOK = Duration.ofMillis(200);

    private final PrintStream out;
    private final PrintStream err;
    private final List<MigrationSet> migrations;
    private final Restore.Hook hook;

    /**
     * @param migrations those that make the tables, in their order
     * @param hook what a restored copy has to do before it is used
     */
    public BackupCommand(PrintStream out, PrintStream err, List<MigrationSet> migrations, Restore.Hook hook) {
        this.out = out;
        this.err = err;
        this.migrations = List.copyOf(migrations);
        this.hook = hook;
    }

    /** Whether these arguments are for this command rather than for the server. */
    public static boolean isMeant(String... arguments) {
        return arguments.length > 0 && List.of("backup", "restore").contains(arguments[0]);
    }

    /**
     * Runs the command.
     *
     * @return the exit code: 0 done, 1 not done and one sentence on the error stream, 2 wrong usage
     */
    public int run(Clock clock, String... arguments) {
        List<String> folders = Arrays.stream(arguments)
                .skip(1)
                .filter(argument -> !argument.startsWith("--"))
                .toList();
        if (!isMeant(arguments) || folders.size() != 1) {
            err.println("Usage: backup DIR or restore DIR, with --berth.data-dir=DIR unless it is ./data.");
            return 2;
        }
        try {
            StandardEnvironment environment = environment(arguments);
            Binder binder = Binder.get(environment);
            StorageProperties properties = binder.bindOrCreate("berth", StorageProperties.class);
            if (arguments[0].equals("backup")) {
                backup(properties, Path.of(folders.getFirst()), clock);
            } else {
                restore(properties, Path.of(folders.getFirst()));
            }
            return 0;
        } catch (StartupRefused e) {
            err.println(e.getMessage());
        } catch (IOException | SQLException | RuntimeException e) {
            err.println("The " + arguments[0] + " was not done: " + e);
        }
        return 1;
    }

    private void backup(StorageProperties properties, Path target, Clock clock) throws IOException, SQLException {
        Path data = properties.dataPath();
        if (!Files.exists(data.resolve(DataDirectory.LOCK_FILE))) {
            throw new StartupRefused("There is no data directory at " + data + "; name it with --berth.data-dir.");
        }
        Path root = data.toRealPath();
        Optional<DatabaseSettings> external = properties.external();
        if (external.isPresent()) {
            report(Backup.write(external.get(), root, target, clock.instant()));
            return;
        }
        long deadline = System.nanoTime() + STARTING_SERVER_LIMIT.toNanos();
        while (true) {
            Optional<DataDirectory> stopped = DataDirectory.acquire(root);
            if (stopped.isPresent()) {
                stopped.get().close();
                backupStopped(root, target, clock);
                return;
            }
            Optional<DatabaseSettings> running = EmbeddedPostgresServer.ofRunning(root);
            if (running.isPresent()) {
                report(Backup.write(running.get(), root, target, clock.instant()));
                return;
            }
            if (System.nanoTime() > deadline) {
                throw new StartupRefused("The server that runs on " + data
                        + " has no embedded database that answers; if it uses an external one, set BERTH_DB_URL.");
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private void backupStopped(Path root, Path target, Clock clock) throws IOException, SQLException {
        if (!Files.isDirectory(root.resolve(DataDirectory.POSTGRES_FOLDER))) {
            throw new StartupRefused("The data directory " + root
                    + " has no embedded database; if its server uses an external one, set BERTH_DB_URL.");
        }
        try (DataDirectory directory = DataDirectory.open(root);
                EmbeddedPostgresServer server = EmbeddedPostgresServer.start(directory)) {
            report(Backup.write(server.settings(), root, target, clock.instant()));
        }
    }

    private void report(Backup.Summary made) {
        out.printf(
                "Backup written to %s: %d rows of %d tables, %d files.%n",
                made.folder(), made.rows(), made.tables(), made.files());
    }

    private void restore(StorageProperties properties, Path backup) throws IOException, SQLException {
        Restore.Summary made = Restore.read(backup, properties.dataPath(), properties.external(), migrations, hook);
        out.printf(
                "Restored into %s: %d rows of %d tables, %d files.%n",
                properties.dataPath(), made.rows(), made.tables(), made.files());
    }

    /** The settings as the server would see them; and only warnings in the log. */
    private static StandardEnvironment environment(String... arguments) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(arguments));
        ConfigurationPropertySources.attach(environment);
        LoggingSystem logging = LoggingSystem.get(BackupCommand.class.getClassLoader());
        logging.beforeInitialize();
        ConfigDataEnvironmentPostProcessor.applyTo(environment);
        logging.initialize(new LoggingInitializationContext(environment), null, null);
        logging.setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
        return environment;
    }
}
