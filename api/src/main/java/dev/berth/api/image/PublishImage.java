package dev.berth.api.image;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Shows a verified image to all tenants. */
public record PublishImage(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.IMAGE_ID) String imageId) implements Command {}
