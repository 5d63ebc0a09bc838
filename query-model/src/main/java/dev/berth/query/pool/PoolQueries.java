package dev.berth.query.pool;

import static dev.berth.query.jooq.Tables.FLAVOR;
import static dev.berth.query.jooq.Tables.POOL;
import static dev.berth.query.jooq.Tables.POOL_OFFER;

import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.ListFlavors;
import dev.berth.api.pool.ListPools;
import dev.berth.api.pool.PoolView;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record1;
import org.jooq.Select;
import org.jooq.impl.DSL;

/** Reads pools and flavors: a tenant sees its own and those offered to it, the latter without their other guests. */
public final class PoolQueries {
    private final Listing<PoolView> pools;
    private final Listing<FlavorView> flavors;

    public PoolQueries(DSLContext sql) {
        this.pools = new Listing<>(sql, PoolTable.TABLE);
        this.flavors = new Listing<>(sql, PoolTable.FLAVORS);
    }

    /** A pool of the tenant, or one that is offered to it. */
    public Optional<PoolView> get(String tenantId, String poolId) {
        return pools.one(POOL.ID.eq(poolId).and(POOL.TENANT_ID.eq(tenantId).or(POOL.ID.in(offeredTo(tenantId)))))
                .map(pool -> asSeenBy(tenantId, pool));
    }

    /** A page of pools. Empty where the cursor is none. */
    public Optional<Page<PoolView>> list(ListPools query, Predicate<PoolView> allowed) {
        Condition asked = query.includeArchived() ? DSL.noCondition() : Listing.NOT_ENDED;
        String tenantId = query.tenantId();
        List<Condition> sources = List.of(
                POOL.TENANT_ID.eq(tenantId).and(asked),
                POOL.ID.in(offeredTo(tenantId)).and(POOL.TENANT_ID.ne(tenantId)).and(asked));
        return pools.page(sources, query.limit(), query.cursor(), pool -> allowed.test(asSeenBy(tenantId, pool)))
                .map(page -> page.map(pool -> asSeenBy(tenantId, pool)));
    }

    /** A flavor of a pool that the tenant may use. */
    public Optional<FlavorView> flavor(String tenantId, String poolId, String name) {
        return flavors.one(FLAVOR.POOL_ID
                .eq(poolId)
                .and(FLAVOR.NAME.eq(name))
                .and(FLAVOR.TENANT_ID.eq(tenantId).or(FLAVOR.POOL_ID.in(offeredTo(tenantId)))));
    }

    /** A page of flavors. Empty where the cursor is none. */
    public Optional<Page<FlavorView>> flavors(ListFlavors query, Predicate<FlavorView> allowed) {
        Condition asked = query.includeArchived() ? DSL.noCondition() : Listing.NOT_ENDED;
        if (query.poolId() != null) {
            asked = asked.and(FLAVOR.POOL_ID.eq(query.poolId()));
        }
        String tenantId = query.tenantId();
        List<Condition> sources = List.of(
                FLAVOR.TENANT_ID.eq(tenantId).and(asked),
                FLAVOR.POOL_ID
                        .in(offeredTo(tenantId))
                        .and(FLAVOR.TENANT_ID.ne(tenantId))
                        .and(asked));
        return flavors.page(sources, query.limit(), query.cursor(), allowed);
    }

    private static Select<Record1<String>> offeredTo(String tenantId) {
        return DSL.select(POOL_OFFER.POOL_ID).from(POOL_OFFER).where(POOL_OFFER.TENANT_ID.eq(tenantId));
    }

    private static PoolView asSeenBy(String tenantId, PoolView pool) {
        return pool.tenantId().equals(tenantId) ? pool : PoolFold.forGuest(pool);
    }
}
