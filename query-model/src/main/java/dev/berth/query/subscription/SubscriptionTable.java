package dev.berth.query.subscription;

import static dev.berth.query.jooq.Tables.SUBSCRIPTION;

import dev.berth.api.subscription.SubscriptionEvent;
import dev.berth.api.subscription.SubscriptionState;
import dev.berth.query.ReadTable;

/** The read table of subscriptions. */
public final class SubscriptionTable {
    /** The table. */
    public static final ReadTable<SubscriptionRecord, SubscriptionEvent> TABLE = ReadTable.of(
                    SUBSCRIPTION, SubscriptionRecord.class, SubscriptionEvent.class, SubscriptionFold::fold)
            .column(SUBSCRIPTION.TENANT_ID, SubscriptionRecord::tenantId)
            .column(SUBSCRIPTION.CREATED_AT, SubscriptionRecord::createdAt)
            .column(SUBSCRIPTION.ENDED, it -> it.state() == SubscriptionState.DELETED)
            .build();

    private SubscriptionTable() {}
}
