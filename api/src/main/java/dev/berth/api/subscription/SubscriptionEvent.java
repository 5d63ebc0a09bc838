package dev.berth.api.subscription;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import java.util.List;

/** What happens to a subscription. How far it has come is no event: it would be one for each that is sent. */
public sealed interface SubscriptionEvent extends DomainEvent {
    /** The subscription. */
    String subscriptionId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return subscriptionId();
    }

    /** It was made. It begins after this event's position in the feed. */
    @Stored(name = "subscription.created")
    record SubscriptionCreated(
            String subscriptionId, String tenantId, String createdBy, String url, List<String> types, String secretRef)
            implements SubscriptionEvent {}

    /** It goes on from this position, and is active. */
    @Stored(name = "subscription.replayed")
    record SubscriptionReplayed(String subscriptionId, String tenantId, long after) implements SubscriptionEvent {}

    /** Its receiver failed for too long: nothing is sent until it is replayed. */
    @Stored(name = "subscription.paused")
    record SubscriptionPaused(String subscriptionId, String tenantId, String message) implements SubscriptionEvent {}

    /** It ended. */
    @Stored(name = "subscription.deleted")
    record SubscriptionDeleted(String subscriptionId, String tenantId) implements SubscriptionEvent {}
}
