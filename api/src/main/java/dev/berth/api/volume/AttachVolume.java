package dev.berth.api.volume;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Wants the volume attached to an instance of the same account and region. */
public record AttachVolume(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.VOLUME_ID) String volumeId,
        @Pattern(regexp = Patterns.INSTANCE_ID) String instanceId)
        implements Command {}
