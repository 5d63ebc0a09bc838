package dev.berth.api.naming;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;

/** What happens to a name: who holds it among the live resources of its kind in its tenant. */
public sealed interface NameEvent extends DomainEvent {
    /** Derived from tenant, kind and name. */
    String claimId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return claimId();
    }

    /** A resource took the name. */
    @Stored(name = "name.claimed")
    record NameClaimed(String claimId, String tenantId, String kind, String name, String holderId)
            implements NameEvent {}

    /** The name is free again. */
    @Stored(name = "name.released")
    record NameReleased(String claimId, String tenantId, String holderId) implements NameEvent {}
}
