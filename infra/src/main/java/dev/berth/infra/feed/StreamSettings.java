package dev.berth.infra.feed;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Limits of event streams.
 *
 * @param perTenant how many one tenant may have open; more are RATE_LIMITED
 * @param inAll     how many may be open; more are UNAVAILABLE
 * @param heartbeat after which silence a comment is sent
 * @param stalled   after which a client that takes nothing is let go; it may resume
 */
@ConfigurationProperties("berth.streams")
public record StreamSettings(
        @DefaultValue("128") int perTenant,
        @DefaultValue("2048") int inAll,
        @DefaultValue("15s") Duration heartbeat,
        @DefaultValue("10s") Duration stalled) {}
