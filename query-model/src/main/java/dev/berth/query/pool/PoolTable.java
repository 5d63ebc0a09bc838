package dev.berth.query.pool;

import static dev.berth.query.jooq.Tables.FLAVOR;
import static dev.berth.query.jooq.Tables.POOL;
import static dev.berth.query.jooq.Tables.POOL_OFFER;

import dev.berth.api.pool.FlavorEvent;
import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolEvent;
import dev.berth.api.pool.PoolView;
import dev.berth.query.ReadTable;
import java.util.Collection;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** The read tables of pools and flavors. */
public final class PoolTable {
    /** The table of pools. */
    public static final ReadTable<PoolView, PoolEvent> TABLE = ReadTable.of(
                    POOL, PoolView.class, PoolEvent.class, PoolFold::fold)
            .column(POOL.TENANT_ID, PoolView::tenantId)
            .column(POOL.CREATED_AT, PoolView::createdAt)
            .column(POOL.ENDED, pool -> pool.state() == LifeState.ARCHIVED)
            .derived(PoolTable::offers)
            .build();

    /** The table of flavors. */
    public static final ReadTable<FlavorView, FlavorEvent> FLAVORS = ReadTable.of(
                    FLAVOR, FlavorView.class, FlavorEvent.class, FlavorFold::fold)
            .column(FLAVOR.TENANT_ID, FlavorView::tenantId)
            .column(FLAVOR.CREATED_AT, FlavorView::createdAt)
            .column(FLAVOR.POOL_ID, FlavorView::poolId)
            .column(FLAVOR.NAME, FlavorView::name)
            .column(FLAVOR.ENDED, flavor -> flavor.state() == LifeState.ARCHIVED)
            .build();

    private PoolTable() {}

    /** From what stands in the table, which a replay may not have changed. */
    private static void offers(DSLContext sql, Collection<String> pools) {
        String[] ids = pools.toArray(String[]::new);
        sql.deleteFrom(POOL_OFFER).where(POOL_OFFER.POOL_ID.eq(DSL.any(ids))).execute();
        Field<String> guest = DSL.field(DSL.name("guest"), SQLDataType.VARCHAR);
        sql.insertInto(POOL_OFFER, POOL_OFFER.TENANT_ID, POOL_OFFER.POOL_ID)
                .select(DSL.select(guest, POOL.ID)
                        .from(POOL)
                        .crossJoin(DSL.table("jsonb_array_elements_text({0} -> 'offeredTo')", POOL.VIEW)
                                .as("offer", "guest"))
                        .where(POOL.ID.eq(DSL.any(ids))))
                .execute();
    }
}
