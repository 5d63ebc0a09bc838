package dev.berth.api.snapshot;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** The snapshots of the tenant, of one volume where it is named. */
public record ListSnapshots(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.VOLUME_ID) @Nullable String volumeId,
        @Default("false") boolean includeDeleted,
        @Default("50") @Min(1) @Max(200) int limit,
        @Pattern(regexp = Patterns.CURSOR) @Nullable String cursor)
        implements Query {}
