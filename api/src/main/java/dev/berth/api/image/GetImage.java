package dev.berth.api.image;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;

/** One image: the own one of that id, or else the public one. */
public record GetImage(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.IMAGE_ID) String imageId) implements Query {}
