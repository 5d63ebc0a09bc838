package dev.berth.api.subscription;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** The subscriptions of the tenant. */
public record ListSubscriptions(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Default("false") boolean includeDeleted,
        @Default("50") @Min(1) @Max(200) int limit,
        @Pattern(regexp = Patterns.CURSOR) @Nullable String cursor)
        implements Query {}
