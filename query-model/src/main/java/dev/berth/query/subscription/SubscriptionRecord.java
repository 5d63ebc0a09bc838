package dev.berth.query.subscription;

import dev.berth.api.subscription.SubscriptionState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subscription as its events make it: all but how far it has come.
 *
 * @param after         the position that the last replay asked for; null before the first one
 * @param startRevision the revision of the event from which on it counts: of its creation or its last replay
 */
public record SubscriptionRecord(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String url,
        List<String> types,
        String secretRef,
        SubscriptionState state,
        @Nullable Long after,
        long startRevision,
        @Nullable Instant deletedAt) {}
