package dev.berth.api.pool;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A pool as it is shown; offers are shown to its owner alone. */
public record PoolView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String name,
        PoolKind kind,
        @Nullable String accountId,
        @Nullable String region,
        @Nullable String networkId,
        LifeState state,
        @Nullable List<String> offeredTo) {}
