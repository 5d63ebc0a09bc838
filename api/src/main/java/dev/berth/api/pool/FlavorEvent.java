package dev.berth.api.pool;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import dev.berth.api.instance.MachineShape;
import org.jspecify.annotations.Nullable;

/** What happens to a flavor: one name in one pool, archived and made again any number of times. */
public sealed interface FlavorEvent extends DomainEvent {
    /** Derived from pool and name. */
    String flavorId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return flavorId();
    }

    /** The pool. */
    String poolId();

    /** A flavor was made; its shape never changes. */
    @Stored(name = "flavor.created")
    record FlavorCreated(
            String flavorId,
            String tenantId,
            String poolId,
            String name,
            String createdBy,
            MachineShape shape,
            @Nullable String providerSize)
            implements FlavorEvent {}

    /** It takes no new admissions; its name is free again. */
    @Stored(name = "flavor.archived")
    record FlavorArchived(String flavorId, String tenantId, String poolId, String name) implements FlavorEvent {}
}
