package dev.berth.api.image;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/** Adds a signer's signature over the digest. */
public record SignImage(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.IMAGE_ID) String imageId,
        @Pattern(regexp = Patterns.SIGNER_ID) String signerId,
        @Size(min = 1, max = 128) String signature)
        implements Command {}
