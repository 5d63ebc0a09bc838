package dev.berth.infra.queue;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How steps at providers wait for what takes time there.
 *
 * @param poll pause before the first look at what was asked for; it doubles with each further one
 * @param longestPoll the longest such pause
 * @param askAgain when what still does not show is asked for once more
 * @param answeredAgain the same where the provider answered with an error of its own
 */
@ConfigurationProperties("berth.reconcile.provider")
public record ProviderStepSettings(
        @DefaultValue("1s") Duration poll,
        @DefaultValue("10s") Duration longestPoll,
        @DefaultValue("30s") Duration askAgain,
        @DefaultValue("5s") Duration answeredAgain) {
    /** What holds where nothing is set. */
    public static final ProviderStepSettings USUAL = new ProviderStepSettings(
            Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(5));

    /** The pause before the look that comes after so many. */
    Duration pauseAfter(int looks) {
        Duration doubled = poll.multipliedBy(1L << Math.min(Math.max(looks, 0), 20));
        return doubled.compareTo(longestPoll) > 0 ? longestPoll : doubled;
    }
}
