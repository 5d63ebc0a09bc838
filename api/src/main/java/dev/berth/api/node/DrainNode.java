package dev.berth.api.node;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Cordons the host; the answer lists what still runs there. */
public record DrainNode(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NODE_ID) String nodeId) implements Command {}
