package dev.berth.infra.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The simulated hosts in a process of their own, which can be killed. */
public final class SimulatedHostProcess implements AutoCloseable {

    private final Process process;
    private final URI uri;

    private SimulatedHostProcess(Process process, URI uri) {
        this.process = process;
        this.uri = uri;
    }

    /** Starts it and waits until it answers. */
    public static SimulatedHostProcess start(Path directory, int bootMillis) {
        try {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-Xmx128m",
                            "-cp",
                            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                            SimulatedHostMain.class.getName(),
                            "--dir=" + directory,
                            "--port",
                            "0",
                            "--boot-ms=" + bootMillis)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            StringBuilder said = new StringBuilder();
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith(SimulatedHostMain.READY)) {
                    drain(out);
                    return new SimulatedHostProcess(
                            process, URI.create(line.substring(SimulatedHostMain.READY.length())));
                }
                said.append(line).append('\n');
            }
            throw new AssertionError("It ended before it was ready: " + said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void drain(BufferedReader out) {
        Thread.ofVirtual().start(() -> out.lines().forEach(line -> {}));
    }

    /** Where it answers. */
    public URI uri() {
        return uri;
    }

    /** SIGKILL, and waits until it is dead. */
    public void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
    }
}
