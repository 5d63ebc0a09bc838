package dev.berth.api.iam;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Approves one call of a delegated session; by the principal's own session only. */
public record ApproveConfirmation(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.CONFIRMATION_ID) String confirmationId)
        implements Command {}
