package dev.berth.infra.host;

import dev.berth.sagas.node.HostDriver;
import dev.berth.sagas.node.HostRef;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract, on a daemon in the same process. */
class SimulatedHostContractTest extends HostDriverContract {

    @TempDir
    private static Path directory;

    private static SimulatedHostDaemon daemon;
    private static Simulator simulator;

    private final HostRef host = Simulator.newHost();

    @BeforeAll
    static void start() {
        daemon = SimulatedHostDaemon.start(directory, 0, Duration.ofMillis(20));
        simulator = new Simulator(daemon.uri());
    }

    @AfterAll
    static void stop() {
        simulator.close();
        daemon.close();
    }

    @Override
    HostDriver driver() {
        return simulator.driver();
    }

    @Override
    HostRef host() {
        return host;
    }
}
