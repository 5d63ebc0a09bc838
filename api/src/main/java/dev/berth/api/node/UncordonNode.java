package dev.berth.api.node;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Allows placements on the host again. */
public record UncordonNode(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NODE_ID) String nodeId) implements Command {}
