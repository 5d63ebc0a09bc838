package dev.berth.api.pool;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** Sets what a provider pool was made without. */
public record UpdatePool(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) String poolId,
        @Pattern(regexp = Patterns.ACCOUNT_ID) @Nullable String accountId,
        @Pattern(regexp = Patterns.REGION) @Nullable String region,
        @Pattern(regexp = Patterns.NETWORK_ID) @Nullable String networkId)
        implements Command {}
