package dev.berth.api.instance;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Wants the instance running. */
public record StartInstance(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.INSTANCE_ID) String instanceId)
        implements Command {}
