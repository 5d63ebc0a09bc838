package dev.berth.api.iam;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Set;

/** Asks what would be decided; changes nothing. */
public record TestDecision(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.PRINCIPAL) String principal,
        @Default("[]") @Size(max = 3) Set<Role> roles,
        @Pattern(regexp = Patterns.ACTION) String action,
        TestedResource resource)
        implements Query {}
