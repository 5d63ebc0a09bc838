package dev.berth.query.tenant;

import static dev.berth.query.jooq.Tables.TENANT;

import dev.berth.api.tenant.TenantEvent;
import dev.berth.api.tenant.TenantView;
import dev.berth.query.ReadTable;

/** The read table of tenants. */
public final class TenantTable {
    /** The table. */
    public static final ReadTable<TenantView, TenantEvent> TABLE = ReadTable.of(
                    TENANT, TenantView.class, TenantEvent.class, TenantFold::fold)
            .column(TENANT.TENANT_ID, TenantView::tenantId)
            .column(TENANT.CREATED_AT, TenantView::createdAt)
            .column(TENANT.ENDED, tenant -> false)
            .build();

    private TenantTable() {}
}
