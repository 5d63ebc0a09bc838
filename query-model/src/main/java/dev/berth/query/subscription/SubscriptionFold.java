package dev.berth.query.subscription;

import static dev.berth.query.Fold.existing;

import dev.berth.api.subscription.SubscriptionEvent;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionCreated;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionDeleted;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionPaused;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionReplayed;
import dev.berth.api.subscription.SubscriptionState;
import dev.berth.query.EventMeta;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A subscription as its events make it.
 *
 * <p>Owns: where it sends, its state, and from where on it counts. Does not own: how far it has come. Invariants: deleted
 * once, it stays so. On failure: throws for an event before the first one.
 */
public final class SubscriptionFold {
    private SubscriptionFold() {}

    /** The subscription after the event. */
    public static SubscriptionRecord fold(
            @Nullable SubscriptionRecord before, SubscriptionEvent event, EventMeta meta) {
        return switch (event) {
            case SubscriptionCreated created ->
                new SubscriptionRecord(
                        created.subscriptionId(),
                        created.tenantId(),
                        created.createdBy(),
                        meta.time(),
                        meta.time(),
                        meta.revision(),
                        created.url(),
                        created.types(),
                        created.secretRef(),
                        SubscriptionState.ACTIVE,
                        null,
                        meta.revision(),
                        null);
            case SubscriptionReplayed replayed -> {
                SubscriptionRecord was = existing(before, event);
                yield next(was, meta, SubscriptionState.ACTIVE, replayed.after(), meta.revision(), null);
            }
            case SubscriptionPaused ignored -> {
                SubscriptionRecord was = existing(before, event);
                yield next(was, meta, SubscriptionState.PAUSED, was.after(), was.startRevision(), null);
            }
            case SubscriptionDeleted ignored -> {
                SubscriptionRecord was = existing(before, event);
                yield next(was, meta, SubscriptionState.DELETED, was.after(), was.startRevision(), meta.time());
            }
        };
    }

    private static SubscriptionRecord next(
            SubscriptionRecord was,
            EventMeta meta,
            SubscriptionState state,
            @Nullable Long after,
            long startRevision,
            @Nullable Instant deletedAt) {
        return new SubscriptionRecord(
                was.id(),
                was.tenantId(),
                was.createdBy(),
                was.createdAt(),
                meta.time(),
                meta.revision(),
                was.url(),
                was.types(),
                was.secretRef(),
                state,
                after,
                startRevision,
                deletedAt);
    }
}
