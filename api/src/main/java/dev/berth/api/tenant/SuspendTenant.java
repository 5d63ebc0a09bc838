package dev.berth.api.tenant;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Lets a tenant only read; what runs stays. */
public record SuspendTenant(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.TENANT_ID) String forTenantId) implements Command {}
