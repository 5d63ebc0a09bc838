package dev.berth.api.image;

import dev.berth.api.Command;
import dev.berth.api.Default;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/** Trusts an Ed25519 key (base64 of its raw 32 bytes). */
public record AddSigner(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NAME) String name,
        @Size(min = 1, max = 128) String publicKey,
        @Default("\"tenant\"") SignerScope scope)
        implements Command {}
