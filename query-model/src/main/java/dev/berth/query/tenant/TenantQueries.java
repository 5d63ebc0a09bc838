package dev.berth.query.tenant;

import static dev.berth.query.jooq.Tables.TENANT;

import dev.berth.api.tenant.ListTenants;
import dev.berth.api.tenant.TenantView;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import java.util.List;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/** Reads tenants, for the operator. */
public final class TenantQueries {
    private final Listing<TenantView> tenants;

    public TenantQueries(DSLContext sql) {
        this.tenants = new Listing<>(sql, TenantTable.TABLE);
    }

    /** The tenant of this id. */
    public Optional<TenantView> get(String tenantId) {
        return tenants.one(TENANT.TENANT_ID.eq(tenantId));
    }

    /** A page of all tenants. Empty where the cursor is none. */
    public Optional<Page<TenantView>> list(ListTenants query) {
        return tenants.page(List.of(DSL.noCondition()), query.limit(), query.cursor(), tenant -> true);
    }
}
