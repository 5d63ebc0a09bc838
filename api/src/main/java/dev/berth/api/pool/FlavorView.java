package dev.berth.api.pool;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A flavor as it is shown. */
public record FlavorView(
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String poolId,
        String name,
        int vcpu,
        int memoryGiB,
        int diskGiB,
        int gpus,
        @Nullable String providerSize,
        LifeState state) {}
