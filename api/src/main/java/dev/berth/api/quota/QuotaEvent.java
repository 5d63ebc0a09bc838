package dev.berth.api.quota;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;

/** What happens to the quota of one tenant in one pool: all of its resources in one stream, so that a charge of several is one event. */
public sealed interface QuotaEvent extends DomainEvent {
    /** The quota: derived from tenant and pool. */
    String quotaId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return quotaId();
    }

    /** The pool. */
    String poolId();

    /** Limits were set, at first or anew. Limits under what is used only stop new charges. */
    @Stored(name = "quota.limitsSet")
    record QuotaLimitsSet(String quotaId, String tenantId, String poolId, Quotas max) implements QuotaEvent {}

    /** A holder was charged. That it is charged once is guaranteed by the holder's own stream. */
    @Stored(name = "quota.charged")
    record QuotaCharged(String quotaId, String tenantId, String poolId, String holderId, Quotas amount)
            implements QuotaEvent {}

    /** A holder gave back what it was charged. */
    @Stored(name = "quota.refunded")
    record QuotaRefunded(String quotaId, String tenantId, String poolId, String holderId, Quotas amount)
            implements QuotaEvent {}
}
