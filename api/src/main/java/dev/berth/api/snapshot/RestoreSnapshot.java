package dev.berth.api.snapshot;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a new volume from a snapshot, in its pool and region, with its filesystem and project; answers the volume.
 *
 * @param sizeGiB not less than the snapshot needs; left out: just that
 */
public record RestoreSnapshot(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.SNAPSHOT_ID) String snapshotId,
        @Pattern(regexp = Patterns.VOLUME_NAME) String name,
        @Min(1) @Max(16384) @Nullable Integer sizeGiB,
        @Pattern(regexp = Patterns.IDEMPOTENCY_KEY) String idempotencyKey)
        implements Command {}
