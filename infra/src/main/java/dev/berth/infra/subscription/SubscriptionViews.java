package dev.berth.infra.subscription;

import dev.berth.api.subscription.SubscriptionState;
import dev.berth.api.subscription.SubscriptionView;
import dev.berth.query.feed.FeedQueries;
import dev.berth.query.subscription.SubscriptionRecord;

/** Shows subscriptions with how far they have come. */
public final class SubscriptionViews {
    private static final int MOST_COUNTED = 10_000;

    private SubscriptionViews() {}

    /** As it is shown. */
    public static SubscriptionView of(SubscriptionRecord record, Progress progress, FeedQueries feed) {
        boolean deleted = record.state() == SubscriptionState.DELETED;
        long lag = deleted ? 0 : feed.count(record.tenantId(), record.types(), progress.position(), MOST_COUNTED);
        return view(record, progress, lag);
    }

    /** As decisions see it: without what takes a look elsewhere. */
    public static SubscriptionView without(SubscriptionRecord record) {
        return view(record, Progress.from(record.startRevision(), 0), 0);
    }

    private static SubscriptionView view(SubscriptionRecord record, Progress progress, long lag) {
        boolean active = record.state() == SubscriptionState.ACTIVE;
        return new SubscriptionView(
                record.id(),
                record.tenantId(),
                record.createdBy(),
                record.createdAt(),
                record.updatedAt(),
                record.revision(),
                record.url(),
                record.types(),
                record.secretRef(),
                record.state(),
                progress.position(),
                lag,
                progress.failures(),
                active ? progress.nextAttemptAt() : null,
                progress.lastError(),
                record.deletedAt());
    }
}
