package dev.berth.api.projection;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;

/** The resources whose saga failed, the longest first. The operator only. */
public record ListParkedSagas(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Default("50") @Min(1) @Max(200) int limit) implements Query {}
