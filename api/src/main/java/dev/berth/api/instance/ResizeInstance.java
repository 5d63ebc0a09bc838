package dev.berth.api.instance;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Moves a stopped hosted instance to another flavor of its pool, on the same host. */
public record ResizeInstance(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.INSTANCE_ID) String instanceId,
        @Pattern(regexp = Patterns.NAME) String flavor)
        implements Command {}
