package dev.berth.api.tenant;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Lets a suspended tenant change things again. */
public record ResumeTenant(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.TENANT_ID) String forTenantId) implements Command {}
