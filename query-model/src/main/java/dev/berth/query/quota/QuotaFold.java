package dev.berth.query.quota;

import dev.berth.api.quota.QuotaEvent;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.QuotaEvent.QuotaLimitsSet;
import dev.berth.api.quota.QuotaEvent.QuotaRefunded;
import dev.berth.api.quota.Quotas;
import dev.berth.query.EventMeta;
import org.jspecify.annotations.Nullable;

/**
 * A quota as its events make it.
 *
 * <p>Owns: limits and sums. Does not own: who was charged what, which the holders' own streams tell. Invariants: used is
 * the sum of all charges less all refunds. On failure: none; a use below nothing would be shown as it is.
 */
public final class QuotaFold {
    private QuotaFold() {}

    /** The quota after the event. A charge may come before the first limit. */
    public static QuotaRecord fold(@Nullable QuotaRecord quota, QuotaEvent event, EventMeta meta) {
        Quotas max = quota == null ? Quotas.NONE : quota.max();
        Quotas used = quota == null ? Quotas.NONE : quota.used();
        switch (event) {
            case QuotaLimitsSet set -> max = set.max();
            case QuotaCharged charged -> used = used.plus(charged.amount());
            case QuotaRefunded refunded -> used = used.minus(refunded.amount());
        }
        return new QuotaRecord(
                event.tenantId(),
                event.poolId(),
                max,
                used,
                quota == null ? meta.time() : quota.createdAt(),
                meta.time(),
                meta.revision());
    }
}
