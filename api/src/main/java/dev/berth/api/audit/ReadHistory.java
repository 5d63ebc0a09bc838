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
 * Everything that happened to a resource, oldest first, and the calls about it that were refused.
 *
 * @param resourceId its id or name, or {@code type/id} as errors name it
 */
public record ReadHistory(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Size(min = 1, max = 320) String resourceId,
        @Default("100") @Min(1) @Max(500) int limit,
        @Pattern(regexp = Patterns.CURSOR) @Nullable String cursor)
        implements Query {}
