package dev.berth.infra.store;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import dev.berth.api.quota.QuotaEvent;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.QuotaEvent.QuotaLimitsSet;
import dev.berth.api.quota.QuotaEvent.QuotaRefunded;
import dev.berth.api.quota.Quotas;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;

/** A small aggregate: counts up to a limit. */
class Tally {
    static final Quotas ONE = new Quotas(1, 0, 0, 0);

    @AggregateIdentifier
    private String id = "";

    private long max;
    private long used;

    Tally() {}

    static Tally begin(String id, long max) {
        apply(new QuotaLimitsSet(id, "acme", "pool_x", new Quotas(max, 0, 0, 0)));
        return new Tally();
    }

    boolean full() {
        return used >= max;
    }

    long used() {
        return used;
    }

    void count(String holder) {
        apply(new QuotaCharged(id, "acme", "pool_x", holder, ONE));
    }

    @EventSourcingHandler
    void on(QuotaEvent event) {
        switch (event) {
            case QuotaLimitsSet set -> {
                id = set.quotaId();
                max = set.max().vcpu();
            }
            case QuotaCharged charged -> used += charged.amount().vcpu();
            case QuotaRefunded refunded -> used -= refunded.amount().vcpu();
        }
    }
}
