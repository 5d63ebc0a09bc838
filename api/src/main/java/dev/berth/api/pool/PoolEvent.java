package dev.berth.api.pool;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import org.jspecify.annotations.Nullable;

/** What happens to a pool. */
public sealed interface PoolEvent extends DomainEvent {
    /** The pool. */
    String poolId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return poolId();
    }

    /** A pool was made. */
    @Stored(name = "pool.created")
    record PoolCreated(
            String poolId,
            String tenantId,
            String createdBy,
            String name,
            PoolKind kind,
            @Nullable String accountId,
            @Nullable String region,
            @Nullable String networkId,
            String requestHmac)
            implements PoolEvent {}

    /** Its provider side was set. */
    @Stored(name = "pool.updated")
    record PoolUpdated(
            String poolId,
            String tenantId,
            @Nullable String accountId,
            @Nullable String region,
            @Nullable String networkId)
            implements PoolEvent {}

    /** Another tenant may use it. */
    @Stored(name = "pool.offered")
    record PoolOffered(String poolId, String tenantId, String toTenantId) implements PoolEvent {}

    /** Another tenant may no longer admit anything to it. */
    @Stored(name = "pool.withdrawn")
    record PoolWithdrawn(String poolId, String tenantId, String toTenantId) implements PoolEvent {}

    /** It takes no new admissions. */
    @Stored(name = "pool.archived")
    record PoolArchived(String poolId, String tenantId) implements PoolEvent {}
}
