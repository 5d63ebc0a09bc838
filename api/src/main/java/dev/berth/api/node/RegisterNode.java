package dev.berth.api.node;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Makes a host of a hosted pool known. */
public record RegisterNode(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.POOL_ID) String poolId,
        @Pattern(regexp = Patterns.NAME) String name,
        DriverKind driver,
        @Size(min = 1, max = 512) @Nullable String endpoint,
        Capacity capacity,
        @Pattern(regexp = Patterns.IDEMPOTENCY_KEY) String idempotencyKey)
        implements Command {}
