package dev.berth.api.address;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Adds addresses that hosted instances of the pool lease, lowest free one first. */
public record CreateAddressRange(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) String poolId,
        @Size(min = 1, max = 64) String cidr,
        @Size(min = 1, max = 64) @Nullable String first,
        @Size(min = 1, max = 64) @Nullable String last)
        implements Command {}
