package dev.berth.api.node;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;

/** One host of an own pool. */
public record GetNode(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NODE_ID) String nodeId) implements Query {}
