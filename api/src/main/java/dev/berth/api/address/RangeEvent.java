package dev.berth.api.address;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;

/** What happens to an address range. */
public sealed interface RangeEvent extends DomainEvent {
    /** The range. */
    String rangeId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return rangeId();
    }

    /** The pool. */
    String poolId();

    /** A range was made; {@code first} and {@code last} are inclusive. */
    @Stored(name = "addressRange.created")
    record RangeCreated(
            String rangeId, String tenantId, String poolId, String createdBy, String cidr, String first, String last)
            implements RangeEvent {}

    /** An address was leased to an instance. */
    @Stored(name = "addressRange.leased")
    record AddressLeased(String rangeId, String tenantId, String poolId, String instanceId, String address)
            implements RangeEvent {}

    /** An address is free again. */
    @Stored(name = "addressRange.released")
    record AddressReleased(String rangeId, String tenantId, String poolId, String instanceId, String address)
            implements RangeEvent {}

    /** The range is no more. */
    @Stored(name = "addressRange.deleted")
    record RangeDeleted(String rangeId, String tenantId, String poolId) implements RangeEvent {}
}
