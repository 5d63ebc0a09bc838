package dev.berth.api.audit;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * The history of a resource, or everything that was published of the tenant's and every call of it that was refused, as
 * JSON lines.
 */
public record ExportHistory(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Size(min = 1, max = 320) @Nullable String resourceId,
        @Default("500") @Min(1) @Max(1000) int limit,
        @Pattern(regexp = Patterns.CURSOR) @Nullable String cursor)
        implements Query {}
