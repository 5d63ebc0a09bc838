package dev.berth.infra.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process of its own that opens a data directory and, if asked to, runs the embedded server on it until it is killed or
 * its input ends. It says {@code ready} and the server's pid, or the sentence of its refusal.
 */
final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final BufferedReader output;

    private ServerProcess(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Runs in the other process: {@code FOLDER lock|server}. */
    public static void main(String[] arguments) throws Exception {
        try (DataDirectory directory = DataDirectory.open(Path.of(arguments[0]))) {
            if (arguments[1].equals("lock")) {
                System.out.println("ready " + java.util.HexFormat.of().formatHex(directory.masterKey()));
                System.in.read();
                return;
            }
            try (EmbeddedPostgresServer server = EmbeddedPostgresServer.start(directory)) {
                try (Connection connection = server.settings().connect("test");
                        Statement statement = connection.createStatement()) {
                    statement.execute("CREATE TABLE IF NOT EXISTS starts (at timestamptz DEFAULT now())");
                    statement.execute("INSERT INTO starts DEFAULT VALUES");
                }
                System.out.println("ready " + server.postmaster().pid());
                System.in.read();
            }
        } catch (StartupRefused e) {
            System.out.println(e.getMessage());
            System.exit(1);
        }
    }

    static ServerProcess start(Path folder, String what, String... prefix) throws IOException {
        String path = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return startWith(path, folder, what, prefix);
    }

    static ServerProcess startWith(String classPath, Path folder, String what, String... prefix) throws IOException {
        List<String> command = new ArrayList<>(List.of(prefix));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                classPath,
                ServerProcess.class.getName(),
                folder.toString(),
                what));
        return new ServerProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** The first line that says how it went; log lines before it are passed over. */
    String answer() throws IOException {
        StringBuilder all = new StringBuilder();
        String line;
        while ((line = output.readLine()) != null) {
            all.append(line).append('\n');
            if (line.startsWith("ready ") || line.endsWith(".")) {
                return line;
            }
        }
        throw new AssertionError("the process ended without an answer: " + all);
    }

    /** Waits for {@code ready} and returns what follows it. */
    String ready() throws IOException {
        String answer = answer();
        if (!answer.startsWith("ready ")) {
            throw new AssertionError(answer);
        }
        return answer.substring("ready ".length());
    }

    /** As {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /** Lets it end in order; returns its exit code. */
    int end() throws IOException, InterruptedException {
        process.getOutputStream().close();
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("the process does not end");
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
