package dev.berth.infra.host;

import dev.berth.infra.postgres.StartupRefused;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * The drivers of this deployment and, behind one of them, the simulated hosts. Settings: {@code berth.simulator.port}
 * serves them on that port from the start; without it they do so where a {@link SimulatorDefault} says, and else take
 * any free port once they are needed; {@code berth.simulated-host.url} uses those of another process. The port that is
 * served from the start is published as the property {@code local.simulator.port}.
 */
@Configuration(proxyBeanMethods = false)
public class SimulatedHostConfiguration {

    @Bean(destroyMethod = "close")
    SimulatedHostAddress simulatedHostAddress(
            @Value("${berth.data-dir:data}") Path dataDirectory,
            @Value("${berth.simulator.port:#{null}}") @Nullable Integer port,
            @Value("${berth.simulated-host.url:#{null}}") @Nullable URI elsewhere,
            @Value("${berth.simulated-host.boot-ms:200}") int bootMillis,
            ObjectProvider<SimulatorDefault> otherwise,
            ConfigurableEnvironment environment) {
        // Asked for in any case, since whoever knows has the data directory's lock by then.
        SimulatorDefault fallback = otherwise.getIfAvailable(() -> new SimulatorDefault(null));
        Path directory = dataDirectory.resolve("simulator").resolve("hosts");
        Duration boot = Duration.ofMillis(Math.max(0, bootMillis));
        if (elsewhere != null) {
            return SimulatedHostAddress.elsewhere(elsewhere);
        }
        Integer chosen = port == null ? fallback.port() : port;
        if (chosen == null) {
            return SimulatedHostAddress.hereOnceNeeded(directory, boot);
        }
        SimulatedHostAddress address = serve(directory, chosen, boot);
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "simulator",
                        Map.of("local.simulator.port", address.get().getPort())));
        return address;
    }

    private static SimulatedHostAddress serve(Path directory, int port, Duration boot) {
        try {
            return SimulatedHostAddress.here(directory, port, boot);
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof BindException) {
                throw new StartupRefused(
                        "The simulator can't have port " + port + " on 127.0.0.1, since something else listens there;"
                                + " stop that or set another --berth.simulator.port.",
                        e);
            }
            throw e;
        }
    }

    /** Closed before the hosts that it calls, since it depends on them. */
    @Bean(destroyMethod = "close")
    SimulatedHostDriver simulatedHostDriver(SimulatedHostAddress address) {
        return new SimulatedHostDriver(address);
    }

    @Bean
    HostDrivers hostDrivers(SimulatedHostDriver simulated) {
        return new HostDrivers(Map.of(SimulatedHostDriver.NAME, simulated));
    }
}
