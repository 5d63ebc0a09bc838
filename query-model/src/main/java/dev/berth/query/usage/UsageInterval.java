package dev.berth.query.usage;

import dev.berth.api.usage.Meter;
import org.jspecify.annotations.Nullable;

/**
 * A time in which a resource is metered by one amount.
 *
 * @param part     its number in the resource's life, from 0
 * @param amount   in GiB; 1 where time alone is metered
 * @param fromMs   milliseconds since 1970; null while it has not begun
 * @param toMs     its end (exclusive); null while it lasts
 * @param revision the number of the resource's events that it has seen
 */
public record UsageInterval(
        String resourceId,
        int part,
        String tenantId,
        String poolId,
        @Nullable String projectId,
        Meter meter,
        long amount,
        @Nullable Long fromMs,
        @Nullable Long toMs,
        long revision) {
    /** The same, begun at this time with this amount. */
    UsageInterval begun(long newAmount, long atMs, long seen) {
        return new UsageInterval(resourceId, part, tenantId, poolId, projectId, meter, newAmount, atMs, toMs, seen);
    }

    /** The same, over at this time. One that had not begun is empty. */
    UsageInterval ended(long atMs, long seen) {
        return new UsageInterval(
                resourceId,
                part,
                tenantId,
                poolId,
                projectId,
                meter,
                amount,
                fromMs == null ? Long.valueOf(atMs) : fromMs,
                atMs,
                seen);
    }

    /** The one after it, with another amount. */
    UsageInterval next(long newAmount, long atMs, long seen) {
        return new UsageInterval(resourceId, part + 1, tenantId, poolId, projectId, meter, newAmount, atMs, null, seen);
    }
}
