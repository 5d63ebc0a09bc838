package dev.berth.api.node;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Changes endpoint or capacity. A capacity under what is allocated only stops placements. */
public record UpdateNode(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NODE_ID) String nodeId,
        @Size(min = 1, max = 512) @Nullable String endpoint,
        @Nullable Capacity capacity)
        implements Command {}
