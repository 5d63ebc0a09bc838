package dev.berth.api.instance;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;

/** One instance of the tenant, deleted ones included. */
public record GetInstance(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.INSTANCE_ID) String instanceId)
        implements Query {}
