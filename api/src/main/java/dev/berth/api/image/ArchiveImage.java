package dev.berth.api.image;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Ends the use of an image for new instances. */
public record ArchiveImage(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.IMAGE_ID) String imageId) implements Command {}
