package dev.berth.api.subscription;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;

/** One subscription, deleted ones included. */
public record GetSubscription(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.SUBSCRIPTION_ID) String subscriptionId)
        implements Query {}
