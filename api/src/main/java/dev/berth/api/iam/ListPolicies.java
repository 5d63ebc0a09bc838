package dev.berth.api.iam;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** The policies of the tenant. */
public record ListPolicies(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Default("50") @Min(1) @Max(200) int limit,
        @Pattern(regexp = Patterns.CURSOR) @Nullable String cursor)
        implements Query {}
