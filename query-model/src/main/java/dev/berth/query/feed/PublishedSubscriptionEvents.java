package dev.berth.query.feed;

import dev.berth.api.subscription.SubscriptionEvent;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionCreated;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionDeleted;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionPaused;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionReplayed;
import java.util.List;

/** What is published of subscriptions: not where they send, since an address may hold a secret. */
final class PublishedSubscriptionEvents {
    private PublishedSubscriptionEvents() {}

    static List<Published> of(SubscriptionEvent event) {
        Fields data = Fields.of("subscriptionId", event.subscriptionId());
        return switch (event) {
            case SubscriptionCreated created ->
                one(
                        event,
                        "subscription.created",
                        data.and("createdBy", created.createdBy()).and("types", created.types()));
            case SubscriptionReplayed replayed ->
                one(event, "subscription.replayed", data.and("after", replayed.after()));
            case SubscriptionPaused ignored -> one(event, "subscription.paused", data);
            case SubscriptionDeleted ignored -> one(event, "subscription.deleted", data);
        };
    }

    private static List<Published> one(SubscriptionEvent event, String type, Fields data) {
        return List.of(data.published(event.tenantId(), type, event.subscriptionId()));
    }
}
