package dev.berth.api.image;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** Own images and public ones. */
public record ListImages(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Nullable ImageKind kind,
        @Default("false") boolean includeArchived,
        @Default("50") @Min(1) @Max(200) int limit,
        @Pattern(regexp = Patterns.CURSOR) @Nullable String cursor)
        implements Query {}
