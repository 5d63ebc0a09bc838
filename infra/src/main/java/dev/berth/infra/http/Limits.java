package dev.berth.infra.http;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What callers may ask of the server.
 *
 * @param requestsPerSecond  per token; twice as many in a burst
 * @param concurrentRequests in all; more are UNAVAILABLE at once, since they would only wait for a connection
 * @param concurrentWaits    per tenant: calls whose answer is held back by {@code wait}
 * @param bodyBytes          the longest body
 * @param bodyTimeout        within which a body must have arrived
 */
@ConfigurationProperties("berth.limits")
public record Limits(
        @DefaultValue("200") int requestsPerSecond,
        @DefaultValue("1024") int concurrentRequests,
        @DefaultValue("64") int concurrentWaits,
        @DefaultValue("262144") int bodyBytes,
        @DefaultValue("10s") Duration bodyTimeout) {
    /** The largest burst. */
    public int burst() {
        return 2 * requestsPerSecond;
    }
}
