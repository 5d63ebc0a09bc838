package dev.berth.infra.wiring;

import dev.berth.infra.digitalocean.DigitalOcean;
import dev.berth.infra.host.SimulatorDefault;
import dev.berth.infra.outbound.OutboundHttp;
import dev.berth.infra.outbound.OutboundRules;
import dev.berth.infra.outbound.SecretReader;
import dev.berth.infra.postgres.StartupRefused;
import dev.berth.infra.provider.AdaptedProviders;
import dev.berth.infra.provider.CreateProtocol;
import dev.berth.infra.provider.ProviderAdapter;
import dev.berth.infra.provider.ProviderSettings;
import dev.berth.sagas.provider.Providers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Calls to the world outside, and the providers that this deployment works with. */
@Configuration(proxyBeanMethods = false)
class ProvidersConfiguration {

    private static final String DEMO_ALLOWS = "127.0.0.0/8";

    /** The demo's provider is simulated on loopback. */
    @Bean
    OutboundRules outboundRules(
            @Value("${berth.outbound.allow:#{null}}") @Nullable String allowed, ObjectProvider<SimulatorDefault> demo) {
        boolean inDemo = demo.stream().anyMatch(it -> it.port() != null);
        try {
            return OutboundRules.allowing(allowed != null ? allowed : inDemo ? DEMO_ALLOWS : "");
        } catch (IllegalArgumentException e) {
            throw new StartupRefused("%s: %s".formatted(OutboundRules.SETTING, e.getMessage()));
        }
    }

    @Bean(destroyMethod = "close")
    OutboundHttp outboundHttp(OutboundRules rules) {
        return new OutboundHttp(rules);
    }

    @Bean
    SecretReader secretReader() {
        return SecretReader.ofProcess();
    }

    @Bean
    ProviderSettings providerSettings(
            @Value("${berth.provider.create-grace:60s}") Duration createGrace,
            @Value("${berth.provider.answered-grace:5s}") Duration answeredGrace,
            @Value("${berth.provider.call-deadline:10s}") Duration callDeadline,
            @Value("${berth.provider.settle-time:60s}") Duration settleTime,
            @Value("${berth.provider.requests-per-minute:240}") int perMinute,
            @Value("${berth.provider.requests-per-hour:4900}") int perHour) {
        return new ProviderSettings(createGrace, answeredGrace, callDeadline, settleTime, perMinute, perHour);
    }

    /** The mark of this deployment is in its database, so that a restored copy knows its things again. */
    @Bean
    DigitalOcean digitalOcean(
            OutboundHttp http,
            SecretReader secrets,
            ProviderSettings settings,
            InstantSource clock,
            JdbcTemplate jdbc,
            @Qualifier("storeMigrated") FlywayMigrationInitializer tables,
            @Value("${berth.digitalocean.least-share-gib:50}") int leastShareGiB) {
        String deployment = String.valueOf(jdbc.queryForObject("select id from deployment_identity", String.class));
        return new DigitalOcean(http, secrets, settings, clock, deployment, leastShareGiB);
    }

    /** Another provider is another bean of that type. */
    @Bean
    Providers providers(List<ProviderAdapter> adapters) {
        return new AdaptedProviders(adapters);
    }

    @Bean
    CreateProtocol createProtocol(
            JdbcTemplate jdbc,
            ProviderSettings settings,
            InstantSource clock,
            @Qualifier("storeMigrated") FlywayMigrationInitializer tables) {
        return new CreateProtocol(jdbc, settings, clock);
    }
}
