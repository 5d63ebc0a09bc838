package dev.berth.query.snapshot;

import static dev.berth.query.jooq.Tables.PROVIDER_SNAPSHOT;

import dev.berth.api.snapshot.ListSnapshots;
import dev.berth.api.snapshot.SnapshotView;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** Reads snapshots. */
public final class SnapshotQueries {
    private final Listing<SnapshotRecord> snapshots;

    public SnapshotQueries(DSLContext sql) {
        this.snapshots = new Listing<>(sql, SnapshotTable.TABLE);
    }

    /** A snapshot of the tenant, deleted ones included. */
    public Optional<SnapshotView> get(String tenantId, String snapshotId) {
        return snapshots
                .one(PROVIDER_SNAPSHOT.ID.eq(snapshotId).and(PROVIDER_SNAPSHOT.TENANT_ID.eq(tenantId)))
                .map(SnapshotRecord::view);
    }

    /**
     * A page of snapshots. Empty where the cursor is none.
     *
     * @param createdBy only those that this principal took; null for all
     */
    public Optional<Page<SnapshotView>> list(
            ListSnapshots query, @Nullable String createdBy, Predicate<SnapshotView> allowed) {
        Condition where = PROVIDER_SNAPSHOT.TENANT_ID.eq(query.tenantId());
        if (!query.includeDeleted()) {
            where = where.and(Listing.NOT_ENDED);
        }
        if (createdBy != null) {
            where = where.and(PROVIDER_SNAPSHOT.CREATED_BY.eq(createdBy));
        }
        if (query.volumeId() != null) {
            where = where.and(PROVIDER_SNAPSHOT.VOLUME_ID.eq(query.volumeId()));
        }
        return snapshots
                .page(List.of(where), query.limit(), query.cursor(), it -> allowed.test(it.view()))
                .map(page -> page.map(SnapshotRecord::view));
    }
}
