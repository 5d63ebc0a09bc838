package dev.berth.infra.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One database folder and the programs that serve it.
 *
 * <p>Owns: {@code postgres/} in the data directory: the programs, the database, its passwords, its logs.
 * <br>Does not own: what is in the database; when to start again (see {@link EmbeddedPostgresServer}).
 * <br>Invariants: only the holder of the data directory's lock uses this; a signal goes only to a postgres that works in
 * this very folder; the database folder appears complete or not at all.
 * <br>On failure: IOException with the server's own last words, or {@link StartupRefused}.
 */
final class PostgresCluster {

    static final String SUPERUSER = "postgres";
    static final String USER = "berth";
    static final String DATABASE = "berth";

    private static final Logger LOG = LoggerFactory.getLogger(PostgresCluster.class);
    private static final Duration INITDB_LIMIT = Duration.ofMinutes(2);
    // Replaying the WAL after a crash may take long, and pg_ctl notices at once when the server gives up.
    private static final Duration START_LIMIT = Duration.ofMinutes(30);
    private static final Duration IMMEDIATE_STOP_LIMIT = Duration.ofSeconds(3);
    private static final Duration ORPHANS_LIMIT = Duration.ofSeconds(3);
    private static final int KEPT_LOGS = 5;

    private final Path home;
    private final Path database;
    private final Path log;
    private final PostgresPrograms programs;
    private final PostmasterFile postmasterFile;

    private PostgresCluster(Path home, PostgresPrograms programs) {
        this.home = home;
        this.database = home.resolve("database");
        this.log = home.resolve("log");
        this.programs = programs;
        this.postmasterFile = new PostmasterFile(database);
    }

    /**
     * Prepares everything up to a start: unpacks the programs, ends a server left behind by a killed process, makes the
     * database at the first start.
     *
     * @throws StartupRefused if the database is of another major version or the path can't be given to a shell
     */
    static PostgresCluster prepare(Path home) throws IOException {
        if (home.toString().matches("(?s).*[\"$`\\\\\n\r].*")) {
            throw new StartupRefused("The path " + home + " has a character that PostgreSQL's pg_ctl can't take"
                    + " (\" $ ` \\ or a line break); choose another --berth.data-dir.");
        }
        DurableFiles.makeDirectory(home);
        Path binaries = PostgresBinaries.unpackInto(home.resolve("programs"));
        PostgresCluster cluster = new PostgresCluster(home, PostgresPrograms.in(binaries));
        cluster.checkVersion();
        cluster.stopLeftBehind();
        PostgresBinaries.deleteOthers(binaries);
        DurableFiles.makeDirectory(cluster.log);
        if (!Files.isDirectory(cluster.database)) {
            cluster.create();
        }
        return cluster;
    }

    Path log() {
        return log;
    }

    /** The password of the database's owner, which the application uses. */
    static String password(Path home) throws IOException {
        return Files.readString(home.resolve("password"), StandardCharsets.US_ASCII)
                .strip();
    }

    /** The password of PostgreSQL's superuser. */
    String superuserPassword() throws IOException {
        return Files.readString(home.resolve("superuser-password"), StandardCharsets.US_ASCII)
                .strip();
    }

    /**
     * Starts the server on a port of the loopback and returns once it takes connections. It runs in a session of its own,
     * so a terminal's Ctrl-C does not reach it, and it outlives this process unless it is stopped.
     */
    ProcessHandle start(int port) throws IOException {
        DurableFiles.replace(
                database.resolve("postgresql.conf"),
                PostgresConfig.postgresqlConf(port).getBytes(StandardCharsets.UTF_8));
        DurableFiles.replace(
                database.resolve("pg_hba.conf"), PostgresConfig.hbaConf().getBytes(StandardCharsets.UTF_8));
        clearStale();
        Path startLog = log.resolve("start.log");
        Files.deleteIfExists(startLog);
        var result = programs.run(
                START_LIMIT.plusSeconds(10),
                home,
                "pg_ctl",
                "start",
                "-w",
                "-s",
                "-t",
                Long.toString(START_LIMIT.toSeconds()),
                "-D",
                database.toString(),
                "-l",
                startLog.toString());
        Optional<ProcessHandle> postmaster = postmasterFile.postmaster();
        if (!result.ok() || postmaster.isEmpty()) {
            throw new IOException("PostgreSQL did not start; its log in " + log + " ends with: " + lastWords());
        }
        return postmaster.get();
    }

    /** Ends the server: its sessions are cut, everything is written; if that takes too long, at once (nothing is lost). */
    void stop(Duration limit) throws IOException {
        Optional<ProcessHandle> postmaster = postmasterFile.postmaster();
        if (postmaster.isEmpty()) {
            return;
        }
        if (!stop("fast", limit)) {
            LOG.atWarn().addKeyValue("seconds", limit.toSeconds()).log("PostgreSQL is slow to stop and is cut short");
            if (!stop("immediate", IMMEDIATE_STOP_LIMIT)) {
                postmaster.get().destroyForcibly();
                endOrphans(Duration.ZERO);
            }
        }
    }

    /** Deletes all but the newest log files. */
    void deleteOldLogs() throws IOException {
        try (Stream<Path> files = Files.list(log)) {
            List<Path> old = files.filter(file -> file.getFileName().toString().startsWith("postgresql-"))
                    .sorted()
                    .toList();
            for (Path file : old.subList(0, Math.max(0, old.size() - KEPT_LOGS))) {
                Files.deleteIfExists(file);
            }
        }
    }

    private boolean stop(String mode, Duration limit) throws IOException {
        return programs.run(
                        limit.plusSeconds(10),
                        home,
                        "pg_ctl",
                        "stop",
                        "-w",
                        "-s",
                        "-m",
                        mode,
                        "-t",
                        Long.toString(Math.max(1, limit.toSeconds())),
                        "-D",
                        database.toString())
                .ok();
    }

    private void checkVersion() throws IOException {
        int programsVersion = programs.majorVersion();
        Path file = database.resolve("PG_VERSION");
        if (Files.exists(file)) {
            String made = Files.readString(file).strip();
            if (!made.equals(Integer.toString(programsVersion))) {
                throw new StartupRefused("The database in " + database + " was made by PostgreSQL " + made
                        + ", but this Berth brings PostgreSQL " + programsVersion
                        + "; make a backup with the Berth that made it and restore that here.");
            }
        }
    }

    private void create() throws IOException {
        for (String file : List.of("password", "superuser-password")) {
            DurableFiles.replace(home.resolve(file), (Secrets.newToken() + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        Path partial = home.resolve("database.partial");
        DurableFiles.deleteTree(partial);
        // The built-in locale sorts the same on every machine, so that no index breaks when the system's library
        // changes.
        var result = programs.run(
                INITDB_LIMIT,
                home,
                "initdb",
                "-D",
                partial.toString(),
                "-U",
                SUPERUSER,
                "--auth=scram-sha-256",
                "--pwfile=" + home.resolve("superuser-password"),
                "--encoding=UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8");
        if (!result.ok()) {
            DurableFiles.deleteTree(partial);
            throw new IOException("initdb failed: " + result.output().strip().replace('\n', ' '));
        }
        DurableFiles.rename(partial, database);
    }

    private void stopLeftBehind() throws IOException {
        Optional<ProcessHandle> left = postmasterFile.postmaster();
        if (left.isPresent()) {
            LOG.atInfo().addKeyValue("pid", left.get().pid()).log("Stopping the PostgreSQL that a killed process left");
            stop(Duration.ofSeconds(20));
        }
        endOrphans(ORPHANS_LIMIT);
    }

    /**
     * Makes the folder startable after the server was killed. Its other processes end by themselves, but one that is busy
     * may take its time. A number that meanwhile belongs to another program would make PostgreSQL refuse to start.
     */
    private void clearStale() throws IOException {
        endOrphans(ORPHANS_LIMIT);
        Optional<Long> pid = postmasterFile.pid();
        if (pid.isPresent() && ProcessHandle.of(pid.get()).isPresent()) {
            LOG.atInfo().addKeyValue("pid", pid.get()).log("Removed the pid file of a PostgreSQL that is gone");
            Files.deleteIfExists(postmasterFile.path());
        }
    }

    private void endOrphans(Duration patience) throws IOException {
        List<ProcessHandle> orphans = postmasterFile.processes();
        if (orphans.isEmpty()) {
            return;
        }
        if (!await(orphans, patience)) {
            orphans.forEach(ProcessHandle::destroyForcibly);
            if (!await(orphans, Duration.ofSeconds(10))) {
                throw new IOException("processes of a killed PostgreSQL do not end: " + orphans);
            }
        }
    }

    private static boolean await(List<ProcessHandle> processes, Duration limit) throws IOException {
        CompletableFuture<?>[] ends = processes.stream()
                .filter(PostmasterFile::isRunning)
                .map(ProcessHandle::onExit)
                .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return processes.stream().noneMatch(PostmasterFile::isRunning);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a killed PostgreSQL ends", e);
        }
    }

    /** The last line of the newest log, which says why a start failed. */
    private String lastWords() throws IOException {
        try (Stream<Path> files = Files.list(log)) {
            List<String> lines = files.filter(file -> file.toString().endsWith(".log"))
                    .sorted((a, b) ->
                            Long.compare(b.toFile().lastModified(), a.toFile().lastModified()))
                    .flatMap(file -> lastImportantLine(file).stream())
                    .toList();
            return lines.isEmpty() ? "(nothing)" : lines.getFirst();
        }
    }

    private static Optional<String> lastImportantLine(Path file) {
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.contains("FATAL") || line.contains("PANIC") || line.contains("ERROR"))
                    .reduce((first, second) -> second);
        } catch (IOException | java.io.UncheckedIOException e) {
            return Optional.empty();
        }
    }
}
