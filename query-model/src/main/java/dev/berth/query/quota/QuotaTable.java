package dev.berth.query.quota;

import static dev.berth.query.jooq.Tables.QUOTA;

import dev.berth.api.quota.QuotaEvent;
import dev.berth.query.ReadTable;

/** The read table of quotas. */
public final class QuotaTable {
    /** The table. */
    public static final ReadTable<QuotaRecord, QuotaEvent> TABLE = ReadTable.of(
                    QUOTA, QuotaRecord.class, QuotaEvent.class, QuotaFold::fold)
            .column(QUOTA.TENANT_ID, QuotaRecord::tenantId)
            .column(QUOTA.CREATED_AT, QuotaRecord::createdAt)
            .column(QUOTA.POOL_ID, QuotaRecord::poolId)
            .column(QUOTA.ENDED, quota -> false)
            .build();

    private QuotaTable() {}
}
