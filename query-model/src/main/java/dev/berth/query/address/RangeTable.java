package dev.berth.query.address;

import static dev.berth.query.jooq.Tables.ADDRESS_RANGE;

import dev.berth.api.address.RangeEvent;
import dev.berth.api.address.RangeView;
import dev.berth.query.ReadTable;

/** The read table of address ranges. */
public final class RangeTable {
    /** The table. */
    public static final ReadTable<RangeView, RangeEvent> TABLE = ReadTable.of(
                    ADDRESS_RANGE, RangeView.class, RangeEvent.class, RangeFold::fold)
            .column(ADDRESS_RANGE.TENANT_ID, RangeView::tenantId)
            .column(ADDRESS_RANGE.CREATED_AT, RangeView::createdAt)
            .column(ADDRESS_RANGE.POOL_ID, RangeView::poolId)
            .column(ADDRESS_RANGE.ENDED, range -> range.deletedAt() != null)
            .build();

    private RangeTable() {}
}
