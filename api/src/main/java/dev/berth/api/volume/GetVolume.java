package dev.berth.api.volume;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;

/** One volume, deleted ones included. */
public record GetVolume(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.VOLUME_ID) String volumeId) implements Query {}
