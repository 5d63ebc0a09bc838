package dev.berth.infra.simulator;

import dev.berth.infra.host.SimulatedHostDaemon;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * Runs everything that is simulated, hosts and the provider's API, as a process of its own: {@code --dir=DIR [--port=N]
 * [--boot-ms=N]}. It prints one line with its address when it answers, and runs until it is ended.
 */
public final class SimulatorMain {

    /** How the line begins that is printed when it answers; the address follows. */
    public static final String READY = "The simulator is ready on ";

    private static final Set<String> OPTIONS = Set.of("--dir", "--port", "--boot-ms");

    private SimulatorMain() {}

    public static void main(String[] args) throws InterruptedException {
        SimulatedHostDaemon daemon;
        DigitalOceanSimulator simulator;
        try {
            Map<String, String> options = options(args);
            String dir = options.get("--dir");
            if (dir == null) {
                throw new IllegalArgumentException("--dir is missing");
            }
            daemon = SimulatedHostDaemon.start(
                    Path.of(dir, "hosts"),
                    Integer.parseInt(options.getOrDefault("--port", "0")),
                    Duration.ofMillis(Long.parseLong(options.getOrDefault("--boot-ms", "200"))));
            simulator =
                    DigitalOceanSimulator.start(daemon.server(), Path.of(dir, "digitalocean"), InstantSource.system());
        } catch (RuntimeException e) {
            System.err.println(e.getMessage());
            System.exit(1);
            return;
        }
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            simulator.close();
                            daemon.close();
                        },
                        "simulator-stop"));
        System.out.println(READY + daemon.uri());
        new CountDownLatch(1).await();
    }

    private static Map<String, String> options(String[] args) {
        Map<String, String> options = new HashMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals < 0 || !OPTIONS.contains(arg.substring(0, equals))) {
                throw new IllegalArgumentException("Options are --dir=DIR [--port=N] [--boot-ms=N], not " + arg);
            }
            options.put(arg.substring(0, equals), arg.substring(equals + 1));
        }
        return options;
    }
}
