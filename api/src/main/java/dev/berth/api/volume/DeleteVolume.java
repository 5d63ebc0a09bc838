package dev.berth.api.volume;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Wants the volume gone. Asked again it changes nothing. */
public record DeleteVolume(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.VOLUME_ID) String volumeId) implements Command {}
