package dev.berth.api.iam;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/** Adds or replaces a policy; it holds from the answer on. */
public record PutPolicy(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NAME) String policyId,
        @Size(min = 1, max = 16384) String policy)
        implements Command {}
