package dev.berth.query.subscription;

import static dev.berth.query.jooq.Tables.SUBSCRIPTION;

import dev.berth.api.subscription.ListSubscriptions;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import dev.berth.query.ReadTable;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;

/** Reads subscriptions. */
public final class SubscriptionQueries {
    private final DSLContext sql;
    private final Listing<SubscriptionRecord> subscriptions;

    public SubscriptionQueries(DSLContext sql) {
        this.sql = sql;
        this.subscriptions = new Listing<>(sql, SubscriptionTable.TABLE);
    }

    /** A subscription of the tenant, deleted ones included. */
    public Optional<SubscriptionRecord> get(String tenantId, String subscriptionId) {
        return subscriptions.one(SUBSCRIPTION.ID.eq(subscriptionId).and(SUBSCRIPTION.TENANT_ID.eq(tenantId)));
    }

    /** A page of subscriptions. Empty where the cursor is none. */
    public Optional<Page<SubscriptionRecord>> list(ListSubscriptions query, Predicate<SubscriptionRecord> allowed) {
        Condition where = SUBSCRIPTION.TENANT_ID.eq(query.tenantId());
        return subscriptions.page(
                List.of(query.includeDeleted() ? where : where.and(Listing.NOT_ENDED)),
                query.limit(),
                query.cursor(),
                allowed);
    }

    /** A subscription, whoever owns it. */
    public Optional<SubscriptionRecord> find(String subscriptionId) {
        return subscriptions.one(SUBSCRIPTION.ID.eq(subscriptionId));
    }

    /** All that are not deleted. */
    public List<SubscriptionRecord> live() {
        return SubscriptionTable.TABLE
                .load(
                        sql,
                        sql.select(SUBSCRIPTION.ID)
                                .from(SUBSCRIPTION)
                                .where(Listing.NOT_ENDED)
                                .fetch(SUBSCRIPTION.ID))
                .values()
                .stream()
                .map(ReadTable.Row::state)
                .toList();
    }
}
