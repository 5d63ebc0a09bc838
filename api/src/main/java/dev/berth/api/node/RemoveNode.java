package dev.berth.api.node;

import dev.berth.api.Command;
import dev.berth.api.Default;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Removes the host; with {@code gone} although it holds allocations, which end. */
public record RemoveNode(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NODE_ID) String nodeId,
        @Default("false") boolean gone)
        implements Command {}
