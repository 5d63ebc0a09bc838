package dev.berth.infra.simulator;

import dev.berth.infra.host.SimulatedHostAddress;
import dev.berth.infra.host.SimulatedHostDaemon;
import dev.berth.infra.host.SimulatorServer;
import java.nio.file.Path;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The provider's API on the simulator's port, where that is served: named by {@code berth.simulator.port}, or the demo's. */
@Configuration(proxyBeanMethods = false)
public class SimulatorConfiguration {

    /** The simulated API, and the server where no simulated hosts of this process have one. */
    public record Running(
            @Nullable DigitalOceanSimulator simulator,
            @Nullable SimulatorServer own) implements AutoCloseable {
        @Override
        public void close() {
            if (simulator != null) {
                simulator.close();
            }
            if (own != null) {
                own.close();
            }
        }
    }

    /** Closed before the server that it answers on, since it depends on it. */
    @Bean(destroyMethod = "close")
    Running simulatedDigitalOcean(
            @Value("${berth.data-dir:data}") Path dataDirectory,
            @Value("${berth.simulator.port:#{null}}") @Nullable Integer port,
            SimulatedHostAddress hosts) {
        Path directory = dataDirectory.resolve("simulator").resolve("digitalocean");
        SimulatedHostDaemon daemon = hosts.daemon();
        if (daemon != null) {
            return new Running(DigitalOceanSimulator.start(daemon.server(), directory, InstantSource.system()), null);
        }
        if (port == null) {
            return new Running(null, null);
        }
        // The hosts are simulated by another process.
        SimulatorServer own = new SimulatorServer(port);
        try {
            DigitalOceanSimulator simulator = DigitalOceanSimulator.start(own, directory, InstantSource.system());
            own.start();
            return new Running(simulator, own);
        } catch (RuntimeException e) {
            own.close();
            throw e;
        }
    }
}
