package dev.berth.api.pool;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;

/** One pool, own or offered. */
public record GetPool(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) String poolId) implements Query {}
