package dev.berth.api.projection;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;

/** The read models and how far they are. The operator only. */
public record ListProjections(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId) implements Query {}
