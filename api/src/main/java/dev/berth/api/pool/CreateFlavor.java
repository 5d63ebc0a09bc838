package dev.berth.api.pool;

import dev.berth.api.Command;
import dev.berth.api.Default;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Makes a shape of that pool, which is never changed. */
public record CreateFlavor(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) String poolId,
        @Pattern(regexp = Patterns.NAME) String name,
        @Min(1) @Max(512) int vcpu,
        @Min(1) @Max(16384) int memoryGiB,
        @Min(1) @Max(65536) int diskGiB,
        @Default("0") @Min(0) @Max(64) int gpus,
        @Size(min = 1, max = 128) @Nullable String providerSize)
        implements Command {}
