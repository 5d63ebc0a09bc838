package dev.berth.api.pool;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Ends an offer; what runs stays. */
public record WithdrawPool(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) String poolId,
        @Pattern(regexp = Patterns.TENANT_ID) String toTenantId)
        implements Command {}
