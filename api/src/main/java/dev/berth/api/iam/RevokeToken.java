package dev.berth.api.iam;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Ends a token. */
public record RevokeToken(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.TOKEN_ID) String tokenId) implements Command {}
