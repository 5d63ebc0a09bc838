package dev.berth.infra.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The product as a process of its own, so that it can be killed. */
public final class BerthProcess implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("Berth is ready on (http://\\S+)");
    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    /** It lives for seconds: to start soon is worth more than to run fast. */
    private static final List<String> SHORT_LIVED = List.of("-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Process process;
    private final Path dataDir;
    private final Path log;
    private URI base;

    private BerthProcess(Process process, Path dataDir, Path log) {
        this.process = process;
        this.dataDir = dataDir;
        this.log = log;
    }

    /** Starts it and waits until it is ready. */
    public static BerthProcess start(Path dataDir, String... settings) {
        return ready(launch(dataDir, settings));
    }

    private static BerthProcess ready(BerthProcess started) {
        try {
            started.awaitReady();
            return started;
        } catch (RuntimeException e) {
            // Nobody else knows of it, to end it.
            started.process.destroyForcibly();
            throw e;
        }
    }

    /** Starts it. */
    public static BerthProcess launch(Path dataDir, String... settings) {
        return launch(SHORT_LIVED, dataDir, settings);
    }

    /** Starts it as {@code java -jar} would, to be measured, and waits until it is ready. */
    public static BerthProcess startToMeasure(Path dataDir, String... settings) {
        return ready(launch(List.of(), dataDir, settings));
    }

    private static BerthProcess launch(List<String> options, Path dataDir, String... settings) {
        try {
            Files.createDirectories(dataDir.toAbsolutePath().getParent());
            Path log = Files.createTempFile(dataDir.toAbsolutePath().getParent(), "berth", ".log");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--enable-native-access=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                    "dev.berth.infra.Berth",
                    "--server.port=0",
                    "--berth.data-dir=" + dataDir,
                    "--berth.demo=false",
                    "--berth.limits.requests-per-second=100000"));
            command.addAll(List.of(settings));
            command.addAll(1, options);
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            return new BerthProcess(process, dataDir, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady() {
        Instant deadline = Instant.now().plus(START_LIMIT);
        while (base == null) {
            Matcher ready = READY.matcher(log());
            if (ready.find()) {
                base = URI.create(ready.group(1));
            } else if (!process.isAlive() || Instant.now().isAfter(deadline)) {
                throw new IllegalStateException("The server did not become ready:\n" + log());
            } else {
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
        }
    }

    /** What it has printed. */
    public String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The operator, naming this tenant. */
    public Api operator(String tenantId) {
        try {
            return new Api(
                    base, Files.readString(dataDir.resolve("operator-token")).strip(), tenantId);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where it listens. */
    public URI base() {
        return base;
    }

    /** Kills it as {@code kill -9} does. Its PostgreSQL goes on. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Stops it as SIGTERM does, and answers how long that took. */
    public Duration stop() {
        Instant begin = Instant.now();
        process.destroy();
        awaitEnd();
        return Duration.between(begin, Instant.now());
    }

    /** Waits until it has ended by itself. */
    public void awaitExit() {
        awaitEnd();
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("The server did not end:\n" + log());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for the server's end", e);
        }
    }

    /** Its process id. */
    public long pid() {
        return process.pid();
    }

    /** How it ended; asked after it has. */
    public int exitValue() {
        return process.exitValue();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            stop();
        }
    }
}
