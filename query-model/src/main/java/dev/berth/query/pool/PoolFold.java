package dev.berth.query.pool;

import static dev.berth.query.Fold.existing;

import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolEvent;
import dev.berth.api.pool.PoolEvent.PoolArchived;
import dev.berth.api.pool.PoolEvent.PoolCreated;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.api.pool.PoolEvent.PoolUpdated;
import dev.berth.api.pool.PoolEvent.PoolWithdrawn;
import dev.berth.api.pool.PoolView;
import dev.berth.query.EventMeta;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A pool as its events make it, and as its owner sees it.
 *
 * <p>Owns: what the pool is and whom it is offered to. Does not own: quotas and nodes in it. Invariants: guests are listed
 * once each, in the order of their offers. On failure: throws for an event before the first one.
 */
public final class PoolFold {
    private PoolFold() {}

    /** The pool after the event. */
    public static PoolView fold(@Nullable PoolView view, PoolEvent event, EventMeta meta) {
        if (event instanceof PoolCreated created) {
            return new PoolView(
                    created.poolId(),
                    created.tenantId(),
                    created.createdBy(),
                    meta.time(),
                    meta.time(),
                    meta.revision(),
                    created.name(),
                    created.kind(),
                    created.accountId(),
                    created.region(),
                    created.networkId(),
                    LifeState.ACTIVE,
                    List.of());
        }
        PoolView pool = existing(view, event);
        List<String> guests = pool.offeredTo() == null ? List.of() : pool.offeredTo();
        return switch (event) {
            case PoolCreated ignored -> pool;
            // A provider side that was set once is never unset: what the event leaves out stays.
            case PoolUpdated updated ->
                new PoolView(
                        pool.id(),
                        pool.tenantId(),
                        pool.createdBy(),
                        pool.createdAt(),
                        meta.time(),
                        meta.revision(),
                        pool.name(),
                        pool.kind(),
                        updated.accountId() == null ? pool.accountId() : updated.accountId(),
                        updated.region() == null ? pool.region() : updated.region(),
                        updated.networkId() == null ? pool.networkId() : updated.networkId(),
                        pool.state(),
                        guests);
            case PoolOffered offered ->
                with(
                        pool,
                        pool.state(),
                        Stream.concat(guests.stream(), Stream.of(offered.toTenantId()))
                                .distinct()
                                .toList(),
                        meta);
            case PoolWithdrawn withdrawn ->
                with(
                        pool,
                        pool.state(),
                        guests.stream()
                                .filter(guest -> !guest.equals(withdrawn.toTenantId()))
                                .toList(),
                        meta);
            case PoolArchived ignored -> with(pool, LifeState.ARCHIVED, guests, meta);
        };
    }

    /** The pool as a guest sees it: without the other guests. */
    public static PoolView forGuest(PoolView pool) {
        return new PoolView(
                pool.id(),
                pool.tenantId(),
                pool.createdBy(),
                pool.createdAt(),
                pool.updatedAt(),
                pool.revision(),
                pool.name(),
                pool.kind(),
                pool.accountId(),
                pool.region(),
                pool.networkId(),
                pool.state(),
                null);
    }

    private static PoolView with(PoolView pool, LifeState state, List<String> offeredTo, EventMeta meta) {
        return new PoolView(
                pool.id(),
                pool.tenantId(),
                pool.createdBy(),
                pool.createdAt(),
                meta.time(),
                meta.revision(),
                pool.name(),
                pool.kind(),
                pool.accountId(),
                pool.region(),
                pool.networkId(),
                state,
                offeredTo);
    }
}
