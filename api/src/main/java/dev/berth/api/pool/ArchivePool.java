package dev.berth.api.pool;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Ends new admissions to the pool. */
public record ArchivePool(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) String poolId) implements Command {}
