package dev.berth.command.quota;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.Ids;
import dev.berth.api.Problem;
import dev.berth.api.quota.QuotaEvent;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.QuotaEvent.QuotaLimitsSet;
import dev.berth.api.quota.QuotaEvent.QuotaRefunded;
import dev.berth.api.quota.Quotas;
import dev.berth.api.quota.ResourceKind;
import java.util.Arrays;
import java.util.Optional;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * What one tenant may hold in one pool, and what it holds.
 *
 * <p>Owns: the limits and the sums of what is used, of all four resources. Does not own: who holds how much; that is in
 * the holders' streams, which also guarantee that each is charged and refunded once. Invariants: a charge never takes
 * {@code used} over {@code max}; {@code used} is never negative; the state has a constant size. On failure: a charge is
 * part of its holder's unit of work and is rolled back with it.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Quota {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private String poolId = "";
    private Quotas max = Quotas.NONE;
    private Quotas used = Quotas.NONE;

    Quota() {}

    /** The id of a tenant's quota in a pool. */
    public static String id(String tenantId, String poolId) {
        return Ids.derived("quota", tenantId, poolId);
    }

    /** The first limits of a tenant in a pool. */
    public static Quota begin(String tenantId, String poolId, Quotas max, MetaData meta) {
        Quota quota = new Quota();
        apply(new QuotaLimitsSet(id(tenantId, poolId), tenantId, poolId, max), meta);
        return quota;
    }

    /** Sets limits; those under what is used only stop new charges. Setting what is set changes nothing. */
    public void setLimits(Quotas limits, MetaData meta) {
        if (!limits.equals(max)) {
            apply(new QuotaLimitsSet(id, tenantId, poolId, limits), meta);
        }
    }

    /** The limits as they are. */
    public Quotas limits() {
        return max;
    }

    /** Whether anything is charged at all. */
    public boolean hasCharges() {
        return !used.equals(Quotas.NONE);
    }

    /** Whether so much more may be used. What is not asked for is not checked. */
    public Optional<Problem> mayCharge(Quotas amount) {
        return exceeded(max, used, amount);
    }

    /** The answer to a tenant that has no quota in the pool at all. */
    public static Optional<Problem> mayChargeWithoutRow(Quotas amount) {
        return exceeded(Quotas.NONE, Quotas.NONE, amount);
    }

    private static Optional<Problem> exceeded(Quotas max, Quotas used, Quotas amount) {
        return Arrays.stream(ResourceKind.values())
                .filter(kind -> amount.get(kind) > 0 && used.get(kind) + amount.get(kind) > max.get(kind))
                .findFirst()
                .map(kind ->
                        Problem.quotaExceeded(ResourceNames.of(kind), max.get(kind), used.get(kind), amount.get(kind)));
    }

    /** Charges a holder, which has asked {@link #mayCharge} before. */
    public void charge(String holderId, Quotas amount, MetaData meta) {
        apply(new QuotaCharged(id, tenantId, poolId, holderId, amount), meta);
    }

    /** Gives back what a holder was charged. */
    public void refund(String holderId, Quotas amount, MetaData meta) {
        apply(new QuotaRefunded(id, tenantId, poolId, holderId, amount), meta);
    }

    @EventSourcingHandler
    void on(QuotaEvent event) {
        switch (event) {
            case QuotaLimitsSet set -> {
                id = set.quotaId();
                tenantId = set.tenantId();
                poolId = set.poolId();
                max = set.max();
            }
            case QuotaCharged charged -> used = used.plus(charged.amount());
            case QuotaRefunded refunded -> used = used.minus(refunded.amount());
        }
    }
}
