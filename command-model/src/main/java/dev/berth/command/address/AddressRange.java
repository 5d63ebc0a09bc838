package dev.berth.command.address;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.address.RangeEvent;
import dev.berth.api.address.RangeEvent.AddressLeased;
import dev.berth.api.address.RangeEvent.AddressReleased;
import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.address.RangeEvent.RangeDeleted;
import dev.berth.api.iam.ResourceRef;
import java.util.Map;
import java.util.Optional;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * A range of addresses and who holds which.
 *
 * <p>Owns: which addresses are leased. Does not own: to whom; that is in the holders' streams. Invariants: an address is
 * leased once at a time, the lowest free one first; free and leased add up to all. On failure: a lease is part of its
 * instance's unit of work and is rolled back with it.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class AddressRange {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private String poolId = "";
    private String createdBy = "";
    private String cidr = "";
    private long first;
    private int size;
    private int leases;
    private boolean deleted;
    /** One bit an address, set while it is leased. */
    private long[] bitmap = new long[0];
    /** No word before this one has a free address. */
    private int lowestFreeWord;

    AddressRange() {}

    static AddressRange create(RangeCreated created, MetaData meta) {
        AddressRange range = new AddressRange();
        apply(created, meta);
        return range;
    }

    /** The address that the next lease takes, if there is one. */
    public Optional<String> free() {
        if (deleted || leases >= size) {
            return Optional.empty();
        }
        for (int word = lowestFreeWord; word < bitmap.length; word++) {
            long open = ~bitmap[word];
            if (open != 0) {
                int index = (word << 6) + Long.numberOfTrailingZeros(open);
                return index < size ? Optional.of(Ipv4.format(first + index)) : Optional.empty();
            }
        }
        return Optional.empty();
    }

    /** Leases an address that {@link #free} has named. */
    public void lease(String instanceId, String address, MetaData meta) {
        apply(new AddressLeased(id, tenantId, poolId, instanceId, address), meta);
    }

    /** Takes a leased address back. */
    public void release(String instanceId, String address, MetaData meta) {
        apply(new AddressReleased(id, tenantId, poolId, instanceId, address), meta);
    }

    void delete(MetaData meta) {
        apply(new RangeDeleted(id, tenantId, poolId), meta);
    }

    boolean isDeleted() {
        return deleted;
    }

    boolean hasLeases() {
        return leases > 0;
    }

    String tenantId() {
        return tenantId;
    }

    String poolId() {
        return poolId;
    }

    /** As policies see it. */
    ResourceRef resource() {
        return new ResourceRef(
                "compute-address-range",
                id,
                Map.of(
                        "tenantId", tenantId,
                        "createdBy", createdBy,
                        "poolId", poolId,
                        "state", deleted ? "archived" : "active"));
    }

    @EventSourcingHandler
    void on(RangeEvent event) {
        switch (event) {
            case RangeCreated created -> {
                id = created.rangeId();
                tenantId = created.tenantId();
                poolId = created.poolId();
                createdBy = created.createdBy();
                cidr = created.cidr();
                first = Ipv4.parse(created.first());
                size = (int) (Ipv4.parse(created.last()) - first + 1);
                bitmap = new long[(size + 63) >> 6];
            }
            case AddressLeased leased -> {
                int index = index(leased.address());
                bitmap[index >> 6] |= 1L << (index & 63);
                leases++;
                while (lowestFreeWord < bitmap.length && bitmap[lowestFreeWord] == -1L) {
                    lowestFreeWord++;
                }
            }
            case AddressReleased released -> {
                int index = index(released.address());
                bitmap[index >> 6] &= ~(1L << (index & 63));
                leases--;
                lowestFreeWord = Math.min(lowestFreeWord, index >> 6);
            }
            case RangeDeleted gone -> deleted = true;
        }
    }

    private int index(String address) {
        return (int) (Ipv4.parse(address) - first);
    }
}
