package dev.berth.api.address;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An address range as it is shown. */
public record RangeView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String poolId,
        String cidr,
        String first,
        String last,
        long total,
        long leased,
        @Nullable Instant deletedAt) {}
