package dev.berth.api.volume;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** Wants the volume detached; a shared one from the instance that is named, a block volume from the one it is on. */
public record DetachVolume(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.VOLUME_ID) String volumeId,
        @Pattern(regexp = Patterns.INSTANCE_ID) @Nullable String instanceId)
        implements Command {}
