package dev.berth.infra.wiring;

import dev.berth.infra.host.SimulatedHostConfiguration;
import dev.berth.infra.http.HttpConfiguration;
import dev.berth.infra.postgres.PostgresConfiguration;
import dev.berth.infra.simulator.SimulatorConfiguration;
import dev.berth.infra.store.MigrationConfiguration;
import dev.berth.infra.store.StoreConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Everything that the application consists of, named rather than searched for. */
@Configuration(proxyBeanMethods = false)
@Import({
    PostgresConfiguration.class,
    MigrationConfiguration.class,
    StoreConfiguration.class,
    SimulatedHostConfiguration.class,
    SimulatorConfiguration.class,
    HttpConfiguration.class,
    CommandModelConfiguration.class,
    ReadersConfiguration.class,
    FeedConfiguration.class,
    DirectoryConfiguration.class,
    ProvidersConfiguration.class,
    ProviderAdmissionConfiguration.class,
    ReconcileConfiguration.class,
    ApiConfiguration.class,
    HistoryConfiguration.class,
    DemoConfiguration.class,
    Housekeeping.class,
    Readiness.class,
    ReadyAnnouncer.class
})
public class Application {}
