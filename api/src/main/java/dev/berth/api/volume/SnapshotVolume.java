package dev.berth.api.volume;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Takes a snapshot of the volume; answers the snapshot. */
public record SnapshotVolume(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.VOLUME_ID) String volumeId,
        @Pattern(regexp = Patterns.VOLUME_NAME) String name,
        @Pattern(regexp = Patterns.IDEMPOTENCY_KEY) String idempotencyKey)
        implements Command {}
