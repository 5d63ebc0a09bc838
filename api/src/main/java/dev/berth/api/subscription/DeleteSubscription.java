package dev.berth.api.subscription;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Ends a subscription. */
public record DeleteSubscription(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.SUBSCRIPTION_ID) String subscriptionId)
        implements Command {}
