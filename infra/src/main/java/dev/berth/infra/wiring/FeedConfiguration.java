package dev.berth.infra.wiring;

import dev.berth.api.iam.AccessDecider;
import dev.berth.command.subscription.Receivers;
import dev.berth.infra.feed.EventStreams;
import dev.berth.infra.feed.FeedReader;
import dev.berth.infra.feed.FeedTail;
import dev.berth.infra.feed.StreamSettings;
import dev.berth.infra.http.Authenticator;
import dev.berth.infra.http.EventStreamServlet;
import dev.berth.infra.http.Limits;
import dev.berth.infra.http.OwnWrites;
import dev.berth.infra.http.RequestRecorder;
import dev.berth.infra.outbound.OutboundHttp;
import dev.berth.infra.outbound.OutboundRules;
import dev.berth.infra.outbound.SecretReader;
import dev.berth.infra.postgres.DataDirectory;
import dev.berth.infra.queue.Observations;
import dev.berth.infra.subscription.AllowedReceivers;
import dev.berth.infra.subscription.ProgressTable;
import dev.berth.infra.subscription.SubscriptionNews;
import dev.berth.infra.subscription.WebhookCall;
import dev.berth.infra.subscription.WebhookSettings;
import dev.berth.infra.subscription.Webhooks;
import dev.berth.query.feed.FeedQueries;
import dev.berth.query.subscription.SubscriptionQueries;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.List;
import org.jooq.DSLContext;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationInitializer;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Who follows the feed: event streams and webhooks. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({StreamSettings.class, WebhookSettings.class})
class FeedConfiguration {
    @Bean(initMethod = "start", destroyMethod = "close")
    FeedTail feedTail(DSLContext sql, List<FlywayMigrationInitializer> migrated) {
        return new FeedTail(new FeedQueries(sql));
    }

    @Bean
    FeedReader feedReader(FeedTail tail, DSLContext sql) {
        return new FeedReader(tail, new FeedQueries(sql));
    }

    @Bean(destroyMethod = "close")
    EventStreams eventStreams(FeedTail tail, FeedReader reader, StreamSettings settings, MeterRegistry meters) {
        return new EventStreams(tail, reader, settings, meters);
    }

    @Bean
    ServletRegistrationBean<EventStreamServlet> eventStreamServlet(
            Authenticator authenticator,
            AccessDecider decider,
            OwnWrites ownWrites,
            FeedReader reader,
            EventStreams streams,
            Limits limits,
            MeterRegistry meters) {
        EventStreamServlet servlet = new EventStreamServlet(
                authenticator, decider, ownWrites, reader, streams, limits, new RequestRecorder(meters));
        ServletRegistrationBean<EventStreamServlet> registration =
                new ServletRegistrationBean<>(servlet, EventStreamServlet.PATH);
        registration.setLoadOnStartup(1);
        return registration;
    }

    @Bean
    Receivers receivers(OutboundRules rules, DataDirectory data) {
        return new AllowedReceivers(rules, data.root());
    }

    @Bean
    SubscriptionNews subscriptionNews() {
        return new SubscriptionNews();
    }

    @Bean(destroyMethod = "close")
    WebhookCall webhookCall(OutboundHttp http, SecretReader secrets, WebhookSettings settings, InstantSource clock) {
        return new WebhookCall(http, secrets, settings.deadline(), clock);
    }

    @Bean(destroyMethod = "close")
    Webhooks webhooks(
            FeedReader reader,
            FeedTail tail,
            DSLContext sql,
            JdbcTemplate jdbc,
            Observations observations,
            WebhookCall calls,
            WebhookSettings settings,
            SubscriptionNews news,
            InstantSource clock,
            MeterRegistry meters) {
        Webhooks webhooks = new Webhooks(
                new Webhooks.Surroundings(
                        reader, tail, new FeedQueries(sql), new SubscriptionQueries(sql), observations, clock, meters),
                new ProgressTable(jdbc),
                settings,
                calls);
        webhooks.start(news);
        return webhooks;
    }
}
