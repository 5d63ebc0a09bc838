package dev.berth.api.image;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Ends the trust in a signer. */
public record RemoveSigner(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.SIGNER_ID) String signerId) implements Command {}
