package dev.berth.api.pool;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** Makes a pool and the quota of its owner in it. */
public record CreatePool(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NAME) String name,
        PoolKind kind,
        @Pattern(regexp = Patterns.ACCOUNT_ID) @Nullable String accountId,
        @Pattern(regexp = Patterns.REGION) @Nullable String region,
        @Pattern(regexp = Patterns.NETWORK_ID) @Nullable String networkId,
        QuotaLimits quotas,
        @Pattern(regexp = Patterns.IDEMPOTENCY_KEY) String idempotencyKey)
        implements Command {}
