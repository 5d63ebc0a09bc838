package dev.berth.api.image;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An image as it is shown. */
public record ImageView(
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String imageId,
        ImageKind kind,
        String digest,
        String sourceUrl,
        @Nullable String signerId,
        boolean verified,
        Visibility visibility,
        dev.berth.api.pool.LifeState state) {}
