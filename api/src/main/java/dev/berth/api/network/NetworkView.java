package dev.berth.api.network;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A network as it is shown. */
public record NetworkView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String accountId,
        String name,
        NetworkState state,
        @Nullable String message,
        List<SubnetView> subnets,
        @Nullable Instant deletedAt) {}
