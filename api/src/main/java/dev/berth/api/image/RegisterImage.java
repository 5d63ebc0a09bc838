package dev.berth.api.image;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** Enters an image by digest and source; nothing is uploaded. */
public record RegisterImage(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.IMAGE_ID) String imageId,
        ImageKind kind,
        @Pattern(regexp = Patterns.DIGEST) String digest,
        @Size(min = 1, max = 2048) String sourceUrl,
        @Pattern(regexp = Patterns.SIGNER_ID) @Nullable String signerId,
        @Size(min = 1, max = 128) @Nullable String signature)
        implements Command {}
