package dev.berth.query.address;

import static dev.berth.query.jooq.Tables.ADDRESS_RANGE;

import dev.berth.api.address.ListAddressRanges;
import dev.berth.api.address.RangeView;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;

/** Reads address ranges: only their owner sees them. */
public final class RangeQueries {
    private final Listing<RangeView> ranges;

    public RangeQueries(DSLContext sql) {
        this.ranges = new Listing<>(sql, RangeTable.TABLE);
    }

    /** A range of the tenant, deleted ones included. */
    public Optional<RangeView> get(String tenantId, String rangeId) {
        return ranges.one(ADDRESS_RANGE.ID.eq(rangeId).and(ADDRESS_RANGE.TENANT_ID.eq(tenantId)));
    }

    /** A page of ranges. Empty where the cursor is none. */
    public Optional<Page<RangeView>> list(ListAddressRanges query, Predicate<RangeView> allowed) {
        Condition where = ADDRESS_RANGE.TENANT_ID.eq(query.tenantId());
        if (!query.includeDeleted()) {
            where = where.and(Listing.NOT_ENDED);
        }
        if (query.poolId() != null) {
            where = where.and(ADDRESS_RANGE.POOL_ID.eq(query.poolId()));
        }
        return ranges.page(List.of(where), query.limit(), query.cursor(), allowed);
    }
}
