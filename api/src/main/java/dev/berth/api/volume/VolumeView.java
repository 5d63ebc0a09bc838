package dev.berth.api.volume;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A volume as it is shown: a block volume with at most one attachment, a shared one with all of them. */
public record VolumeView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        @Nullable String projectId,
        String poolId,
        String name,
        @Nullable String description,
        String region,
        VolumeKind kind,
        @Nullable String networkId,
        @Nullable Filesystem filesystem,
        int sizeGiB,
        @Nullable Integer observedSizeGiB,
        boolean deleteWithInstance,
        VolumeState state,
        @Nullable String message,
        @Nullable String device,
        @Nullable Mount mount,
        @Nullable AttachmentView attachment,
        @Nullable List<AttachmentView> attachments,
        @Nullable String providerVolumeId,
        @Nullable Instant deletedAt) {}
