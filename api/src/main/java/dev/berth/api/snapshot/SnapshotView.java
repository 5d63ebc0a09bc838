package dev.berth.api.snapshot;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A snapshot as it is shown; {@code sizeGiB} is what the provider reports. */
public record SnapshotView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String poolId,
        String volumeId,
        String name,
        SnapshotState state,
        @Nullable Integer sizeGiB,
        @Nullable String message,
        @Nullable Instant deletedAt) {}
