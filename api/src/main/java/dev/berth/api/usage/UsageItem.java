package dev.berth.api.usage;

import org.jspecify.annotations.Nullable;

/**
 * A sum of what was used.
 *
 * @param poolId          where it is summed by pool
 * @param projectId       where it is summed by project, of what belongs to one
 * @param resourceId      where it is summed by resource
 * @param quantity        hours, or GiB-hours, as a decimal with 6 places, rounded here alone
 * @param gibMilliseconds the same, exactly: GiB-milliseconds (milliseconds of instances) as a whole number
 */
public record UsageItem(
        Meter meter,
        @Nullable String poolId,
        @Nullable String projectId,
        @Nullable String resourceId,
        String quantity,
        String gibMilliseconds) {}
