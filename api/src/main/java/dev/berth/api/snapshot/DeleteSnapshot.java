package dev.berth.api.snapshot;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Wants the snapshot gone. Asked again it changes nothing. */
public record DeleteSnapshot(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.SNAPSHOT_ID) String snapshotId)
        implements Command {}
