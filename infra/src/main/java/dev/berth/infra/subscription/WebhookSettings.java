package dev.berth.infra.subscription;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How events are sent to subscriptions.
 *
 * @param firstRetry   the pause after the first failure; it doubles with each one that follows
 * @param longestRetry the longest pause
 * @param pauseAfter   how long a receiver may fail until its subscription is paused
 * @param deadline     for one call, from looking its address up to the end of the answer
 * @param atOnce       calls under way in all
 * @param perTenant    calls under way for one tenant
 */
@ConfigurationProperties("berth.webhooks")
public record WebhookSettings(
        @DefaultValue("2s") Duration firstRetry,
        @DefaultValue("60s") Duration longestRetry,
        @DefaultValue("3d") Duration pauseAfter,
        @DefaultValue("10s") Duration deadline,
        @DefaultValue("256") int atOnce,
        @DefaultValue("32") int perTenant) {
    /** The pause after so many failures in a row, 1 or more. */
    Duration retryAfter(int failures) {
        long millis = firstRetry.toMillis();
        for (int i = 1; i < failures && millis < longestRetry.toMillis(); i++) {
            millis *= 2;
        }
        return Duration.ofMillis(Math.min(millis, longestRetry.toMillis()));
    }
}
