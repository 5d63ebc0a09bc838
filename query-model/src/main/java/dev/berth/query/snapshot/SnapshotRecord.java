package dev.berth.query.snapshot;

import dev.berth.api.snapshot.SnapshotView;
import dev.berth.api.volume.VolumeKind;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot with what the reconciler needs to find it at its provider.
 *
 * @param kind               what it is a snapshot of
 * @param providerSnapshotId the provider's id of it, once the provider has it
 */
public record SnapshotRecord(
        SnapshotView view,
        String accountId,
        String region,
        VolumeKind kind,
        @Nullable String providerSnapshotId) {}
