package dev.berth.api.quota;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** Sets a limit, of the own tenant or of a guest of an own pool. */
public record SetQuota(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) String poolId,
        ResourceKind resource,
        @Min(0) @Max(1000000000) long max,
        @Pattern(regexp = Patterns.TENANT_ID) @Nullable String forTenantId)
        implements Command {}
