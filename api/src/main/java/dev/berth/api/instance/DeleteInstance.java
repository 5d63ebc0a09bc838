package dev.berth.api.instance;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Wants the instance gone. Works from every state; asked again it changes nothing. */
public record DeleteInstance(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.INSTANCE_ID) String instanceId)
        implements Command {}
