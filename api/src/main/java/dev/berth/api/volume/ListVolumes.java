package dev.berth.api.volume;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** The first 1000 volumes of the tenant in the order they were made, of one pool or project where it is named. */
public record ListVolumes(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) @Nullable String poolId,
        @Pattern(regexp = Patterns.PROJECT_ID) @Nullable String projectId,
        @Default("false") boolean includeDeleted)
        implements Query {}
