package dev.berth.api.quota;

import java.time.Instant;

/** One resource of a quota as it is shown. */
public record QuotaView(
        String tenantId,
        String poolId,
        ResourceKind resource,
        long max,
        long used,
        Instant createdAt,
        Instant updatedAt,
        long revision) {}
