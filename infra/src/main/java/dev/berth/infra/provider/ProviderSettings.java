package dev.berth.infra.provider;

import java.time.Duration;

/**
 * How patient reconciliation is with providers.
 *
 * @param createGrace how long a create whose answer was lost is looked up before another is sent
 *     ({@code berth.provider.create-grace})
 * @param answeredGrace the same where the provider answered with an error of its own, so that nothing is on its way
 *     ({@code berth.provider.answered-grace})
 * @param callDeadline the longest that a call takes ({@code berth.provider.call-deadline})
 * @param settleTime how long after it was made a thing need not show ({@code berth.provider.settle-time})
 * @param perMinute requests of one credential in a minute ({@code berth.provider.requests-per-minute})
 * @param perHour requests of one credential in an hour ({@code berth.provider.requests-per-hour})
 */
public record ProviderSettings(
        Duration createGrace,
        Duration answeredGrace,
        Duration callDeadline,
        Duration settleTime,
        int perMinute,
        int perHour) {

    /** What holds where nothing is set: under DigitalOcean's limits of 250 a minute and 5,000 an hour. */
    public static final ProviderSettings USUAL = new ProviderSettings(
            Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(60), 240, 4_900);
}
