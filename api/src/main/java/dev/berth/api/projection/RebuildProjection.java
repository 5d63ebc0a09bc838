package dev.berth.api.projection;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Makes a read model anew from the events, beside the one that serves, and puts it in its place. The operator only. */
public record RebuildProjection(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = ProjectionView.NAME) String name) implements Command {}
