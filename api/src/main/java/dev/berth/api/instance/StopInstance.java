package dev.berth.api.instance;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Wants the instance stopped. */
public record StopInstance(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.INSTANCE_ID) String instanceId)
        implements Command {}
