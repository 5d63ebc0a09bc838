package dev.berth.command.address;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.Ids;
import dev.berth.api.naming.NameEvent;
import dev.berth.api.naming.NameEvent.NameClaimed;
import dev.berth.api.naming.NameEvent.NameReleased;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * Which addresses the live ranges of one pool are made of. Addresses are claimed as names are, in one stream a pool, so
 * that of two overlapping ranges made at the same moment one loses the race and then sees the other.
 *
 * <p>Owns: the first and last address of each live range of the pool. Does not own: the ranges and their leases.
 * Invariants: no two of them have an address in common. On failure: a claim is part of its range's unit of work and is
 * rolled back with it.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class PoolRanges {
    private static final String KIND = "addressRange";

    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    /** {@code first-last}, inclusive, by range. */
    private Map<String, String> claims = new LinkedHashMap<>();

    PoolRanges() {}

    static String id(String tenantId, String poolId) {
        return Ids.derived("name", tenantId, KIND, poolId);
    }

    static PoolRanges begin(NameClaimed claimed, MetaData meta) {
        PoolRanges ranges = new PoolRanges();
        apply(claimed, meta);
        return ranges;
    }

    static NameClaimed claimOf(String tenantId, String poolId, String rangeId, String first, String last) {
        return new NameClaimed(id(tenantId, poolId), tenantId, KIND, first + "-" + last, rangeId);
    }

    void claim(NameClaimed claimed, MetaData meta) {
        apply(claimed, meta);
    }

    void release(String rangeId, MetaData meta) {
        if (claims.containsKey(rangeId)) {
            apply(new NameReleased(id, tenantId, rangeId), meta);
        }
    }

    /** A live range that has an address in common with this one. */
    Optional<String> overlapping(long first, long last) {
        return claims.entrySet().stream()
                .filter(claim -> {
                    int dash = claim.getValue().indexOf('-');
                    long itsFirst = Ipv4.parse(claim.getValue().substring(0, dash));
                    long itsLast = Ipv4.parse(claim.getValue().substring(dash + 1));
                    return itsFirst <= last && first <= itsLast;
                })
                .map(Map.Entry::getKey)
                .findFirst();
    }

    @EventSourcingHandler
    void on(NameEvent event) {
        switch (event) {
            case NameClaimed claimed -> {
                id = claimed.claimId();
                tenantId = claimed.tenantId();
                claims.put(claimed.holderId(), claimed.name());
            }
            case NameReleased released -> claims.remove(released.holderId());
        }
    }
}
