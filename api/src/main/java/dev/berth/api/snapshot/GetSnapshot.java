package dev.berth.api.snapshot;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;

/** One snapshot, deleted ones included. */
public record GetSnapshot(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.SNAPSHOT_ID) String snapshotId)
        implements Query {}
