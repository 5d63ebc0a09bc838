package dev.berth.api.node;

import dev.berth.api.instance.MachineShape;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A host as it is shown. */
public record NodeView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String poolId,
        String name,
        DriverKind driver,
        @Nullable String endpoint,
        Capacity capacity,
        MachineShape allocated,
        NodeState state,
        @Nullable String message) {}
