package dev.berth.infra.queue;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How reconciliation runs. All durations are positive.
 *
 * @param pass time between two passes over what the hosts have
 * @param health time between two questions to a host whether it is there
 * @param driverDeadline how long a step may ask its host; past it the outcome is unknown
 * @param leaseMargin how much longer than that a runner may keep a step before others may take it
 * @param nodeTimeout how long a host may not answer before it is lost
 * @param perHost how many steps are at one host at once, at least 1
 * @param poll how long a due step may go unnoticed when nobody tells of it
 * @param backoff pause after a first failure; it doubles with each further one
 * @param maxBackoff the longest pause
 * @param stopWithin how long a stop waits for steps that are at their hosts
 * @param paused whether steps are kept in the queue and not taken
 */
@ConfigurationProperties("berth.reconcile")
public record ReconcileSettings(
        @DefaultValue("60s") Duration pass,
        @DefaultValue("5s") Duration health,
        @DefaultValue("10s") Duration driverDeadline,
        @DefaultValue("20s") Duration leaseMargin,
        @DefaultValue("90s") Duration nodeTimeout,
        @DefaultValue("16") int perHost,
        @DefaultValue("500ms") Duration poll,
        @DefaultValue("1s") Duration backoff,
        @DefaultValue("60s") Duration maxBackoff,
        @DefaultValue("5s") Duration stopWithin,
        @DefaultValue("false") boolean paused) {
    /** How long a runner keeps a step that it took. */
    public Duration lease() {
        return driverDeadline.plus(leaseMargin);
    }
}
