package dev.berth.api.iam;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Takes a policy away. */
public record DeletePolicy(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NAME) String policyId) implements Command {}
