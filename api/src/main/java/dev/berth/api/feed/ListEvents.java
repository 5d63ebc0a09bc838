package dev.berth.api.feed;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tenant's published events, oldest first, from a position on (exclusive; 0 is the beginning). */
public record ListEvents(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Size(min = 1, max = 256) @Nullable String resourceId,
        @Default("[]") @Size(max = 64) List<String> types,
        @Default("0") @Min(0) long after,
        @Default("100") @Min(1) @Max(500) int limit)
        implements Query {}
