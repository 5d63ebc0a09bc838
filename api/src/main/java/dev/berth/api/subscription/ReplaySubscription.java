package dev.berth.api.subscription;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;

/**
 * Sends again what came after a position, and goes on from there; a paused subscription is active again.
 *
 * @param after a position of the feed, exclusive; 0 is the beginning. One beyond the feed's end is its end
 */
public record ReplaySubscription(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.SUBSCRIPTION_ID) String subscriptionId,
        @Min(0) long after)
        implements Command {}
