package dev.berth.command.quota;

import dev.berth.api.quota.Quotas;
import dev.berth.command.Streams;
import java.util.Comparator;
import java.util.List;
import org.axonframework.messaging.MetaData;

/** What a holder gives back to a quota. */
public record Refund(String quotaId, String holderId, Quotas amount) {
    /** Gives all of it back; the quotas are locked in the order of their ids. */
    public static void all(Streams<Quota> quotas, List<Refund> refunds, MetaData meta) {
        refunds.stream()
                .sorted(Comparator.comparing(Refund::quotaId).thenComparing(Refund::holderId))
                .forEach(it -> quotas.get(it.quotaId).apply(quota -> quota.refund(it.holderId, it.amount, meta)));
    }
}
