package dev.berth.api.quota;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** The quotas of the tenant, of one pool where it is named. */
public record ListQuotas(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) @Nullable String poolId,
        @Nullable ResourceKind resource,
        @Default("50") @Min(1) @Max(200) int limit,
        @Pattern(regexp = Patterns.CURSOR) @Nullable String cursor)
        implements Query {}
