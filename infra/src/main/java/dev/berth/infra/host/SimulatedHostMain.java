package dev.berth.infra.host;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * Runs the simulated hosts as a process of their own: {@code --dir=DIR [--port=N] [--boot-ms=N]}. It prints one line
 * with its address when it answers, and runs until it is ended.
 */
public final class SimulatedHostMain {

    /** How the line begins that is printed when it answers; the address follows. */
    public static final String READY = "Simulated hosts are ready on ";

    private static final Set<String> OPTIONS = Set.of("--dir", "--port", "--boot-ms");

    private SimulatedHostMain() {}

    public static void main(String[] args) throws InterruptedException {
        SimulatedHostDaemon daemon;
        try {
            Map<String, String> options = options(args);
            String dir = options.get("--dir");
            if (dir == null) {
                throw new IllegalArgumentException("--dir is missing");
            }
            daemon = SimulatedHostDaemon.start(
                    Path.of(dir),
                    Integer.parseInt(options.getOrDefault("--port", "0")),
                    Duration.ofMillis(Long.parseLong(options.getOrDefault("--boot-ms", "200"))));
        } catch (RuntimeException e) {
            System.err.println(e.getMessage());
            System.exit(1);
            return;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(daemon::close, "simulated-host-stop"));
        System.out.println(READY + daemon.uri());
        new CountDownLatch(1).await();
    }

    /** Takes {@code --name=value} and {@code --name value}. */
    private static Map<String, String> options(String[] args) {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < args.length; i++) {
            int equals = args[i].indexOf('=');
            String name = equals < 0 ? args[i] : args[i].substring(0, equals);
            if (!OPTIONS.contains(name) || (equals < 0 && i + 1 == args.length)) {
                throw new IllegalArgumentException("Options are --dir=DIR [--port=N] [--boot-ms=N], not " + args[i]);
            }
            options.put(name, equals < 0 ? args[++i] : args[i].substring(equals + 1));
        }
        return options;
    }
}
