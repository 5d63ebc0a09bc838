package dev.berth.infra.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs {@code initdb}, {@code postgres} and {@code pg_ctl}. They refuse to run as root; a user namespace without a
 * mapping (`unshare -U`) hides that from them while the files stay root's, so root needs no second account.
 */
final class PostgresPrograms {

    private static final Duration PROBE_LIMIT = Duration.ofSeconds(10);

    private final Path home;
    private final List<String> prefix;

    private PostgresPrograms(Path home, List<String> prefix) {
        this.home = home;
        this.prefix = prefix;
    }

    /**
     * @param home the folder with {@code bin/}
     * @throws StartupRefused if this is root and the machine allows no user namespaces
     */
    static PostgresPrograms in(Path home) throws IOException {
        if (!ProcessUser.isRoot()) {
            return new PostgresPrograms(home, List.of());
        }
        try {
            Result probe = run(List.of("unshare", "-U", "id", "-u"), PROBE_LIMIT, Path.of("/"));
            if (probe.code() == 0 && !probe.output().strip().equals("0")) {
                return new PostgresPrograms(home, List.of("unshare", "-U"));
            }
        } catch (IOException e) {
            // No such program: the same answer as from one that may not do it.
        }
        throw new StartupRefused("PostgreSQL does not run as root and this machine allows root no user namespace"
                + " (unshare -U); start Berth as an ordinary user or set BERTH_DB_URL.");
    }

    /** The output and the exit code of a program that ended within its time. */
    record Result(int code, String output) {

        boolean ok() {
            return code == 0;
        }
    }

    /** The major version of these programs, for example 18. */
    int majorVersion() throws IOException {
        Result result = run(List.of(home.resolve("bin/postgres").toString(), "--version"), PROBE_LIMIT, home);
        String version = result.output().replaceAll("(?s)^.*\\(PostgreSQL\\)\\s+(\\d+).*$", "$1");
        if (!result.ok() || !version.matches("\\d+")) {
            throw new StartupRefused("PostgreSQL can't run on this machine: "
                    + result.output().strip().replace('\n', ' ') + "; set BERTH_DB_URL to use one of your own.");
        }
        return Integer.parseInt(version);
    }

    /**
     * Runs one of the programs.
     *
     * @param limit after which it is killed and an IOException thrown
     */
    Result run(Duration limit, Path workingDirectory, String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(home.resolve("bin").resolve(program).toString());
        command.addAll(List.of(arguments));
        return run(command, limit, workingDirectory);
    }

    /** Runs any program with the limit, without input, and without the environment that is meant for Berth. */
    static Result run(List<String> command, Duration limit, Path workingDirectory) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(workingDirectory.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("BERTH_"));
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        try {
            var collected = new StringBuilder();
            Thread reader = Thread.ofVirtual().start(() -> {
                try {
                    collected.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
                } catch (IOException e) {
                    // The program was killed; what it said does not matter then.
                }
            });
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(command.getLast() + " did not end within " + limit.toSeconds() + " s");
            }
            reader.join();
            return new Result(process.exitValue(), collected.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + command.getFirst(), e);
        } finally {
            process.destroyForcibly();
        }
    }
}
