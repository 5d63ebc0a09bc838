package dev.berth.api.volume;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;

/** Grows the volume; the filesystem in it is the guest's to grow. */
public record ResizeVolume(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.VOLUME_ID) String volumeId,
        @Min(1) @Max(16384) int sizeGiB)
        implements Command {}
