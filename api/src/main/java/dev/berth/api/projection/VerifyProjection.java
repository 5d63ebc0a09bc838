package dev.berth.api.projection;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;

/** Compares a read model with a replay of its events. The operator only. */
public record VerifyProjection(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = ProjectionView.NAME) String name) implements Query {}
