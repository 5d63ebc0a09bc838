package dev.berth.infra.wiring;

import dev.berth.infra.demo.Demo;
import dev.berth.infra.host.SimulatorDefault;
import dev.berth.infra.http.Commands;
import dev.berth.infra.http.TokenIssuer;
import dev.berth.infra.postgres.DataDirectory;
import dev.berth.infra.postgres.StorageProperties;
import dev.berth.infra.simulator.SimulatorConfiguration;
import java.net.URI;
import java.time.InstantSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The demo, on the embedded database alone and unless it is not wanted. */
@Configuration(proxyBeanMethods = false)
class DemoConfiguration {
    private static final int SIMULATOR_PORT = 8081;

    /** Where the demo is, or is to be set up, its simulated hosts can be reached by whoever tries things out. */
    @Bean
    SimulatorDefault simulatorDefault(
            StorageProperties storage, @Value("${berth.demo:true}") boolean wanted, DataDirectory data) {
        boolean here = isAllowed(storage, wanted) && (data.hadNoDatabase() || Demo.isIn(data.root()));
        return new SimulatorDefault(here ? SIMULATOR_PORT : null);
    }

    private static boolean isAllowed(StorageProperties storage, boolean wanted) {
        return wanted && storage.external().isEmpty();
    }

    @Bean
    Demo demo(
            StorageProperties storage,
            @Value("${berth.demo:true}") boolean wanted,
            Commands commands,
            TokenIssuer tokens,
            DataDirectory data,
            JdbcClient jdbc,
            SimulatorConfiguration.Running simulated,
            Environment environment,
            InstantSource clock) {
        Integer port = environment.getProperty("local.simulator.port", Integer.class);
        URI simulator = simulated.simulator() == null || port == null ? null : URI.create("http://127.0.0.1:" + port);
        return new Demo(
                isAllowed(storage, wanted),
                () -> jdbc.sql("select not exists (select from event)")
                        .query(Boolean.class)
                        .single(),
                commands,
                tokens,
                data.root(),
                simulator,
                clock);
    }
}
