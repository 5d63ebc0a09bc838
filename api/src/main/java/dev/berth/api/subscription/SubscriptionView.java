package dev.berth.api.subscription;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subscription as it is shown.
 *
 * @param position      the position of the last event that was received, or after which it began
 * @param lag           how many events wait to be sent; counted up to 10,000
 * @param failures      how many tries in a row have failed
 * @param nextAttemptAt when the next try is due; absent while none has failed
 * @param lastError     why the last try failed, in words; absent while none has failed
 */
public record SubscriptionView(
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
        long position,
        long lag,
        int failures,
        @Nullable Instant nextAttemptAt,
        @Nullable String lastError,
        @Nullable Instant deletedAt) {}
