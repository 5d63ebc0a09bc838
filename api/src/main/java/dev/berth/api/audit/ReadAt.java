package dev.berth.api.audit;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A resource as it was, by exactly one of {@code at} and {@code revision}.
 *
 * @param resourceId its id or name, or {@code type/id} as errors name it
 * @param at         after everything that happened at this time or before
 * @param revision   after so many of its events
 */
public record ReadAt(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Size(min = 1, max = 320) String resourceId,
        @Nullable Instant at,
        @Min(1) @Nullable Long revision)
        implements Query {}
