package dev.berth.api.pool;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Lets another tenant use the pool, under limits of its own. */
public record OfferPool(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) String poolId,
        @Pattern(regexp = Patterns.TENANT_ID) String toTenantId,
        QuotaLimits quotas)
        implements Command {}
