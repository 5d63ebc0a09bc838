package dev.berth.query.volume;

import static dev.berth.query.jooq.Tables.PROVIDER_VOLUME;

import dev.berth.api.volume.ListVolumes;
import dev.berth.api.volume.VolumeView;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import dev.berth.query.Scan;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** Reads volumes. */
public final class VolumeQueries {
    /** How many volumes a list has at most. */
    public static final int MOST = 1_000;

    private final Listing<VolumeRecord> volumes;

    public VolumeQueries(DSLContext sql) {
        this.volumes = new Listing<>(sql, VolumeTable.TABLE);
    }

    /** A volume of the tenant, deleted ones included. */
    public Optional<VolumeView> get(String tenantId, String volumeId) {
        return volumes.one(PROVIDER_VOLUME.ID.eq(volumeId).and(PROVIDER_VOLUME.TENANT_ID.eq(tenantId)))
                .map(VolumeRecord::view);
    }

    /**
     * The first {@link #MOST} volumes, in the order in which they were made; there is no next page.
     *
     * @param createdBy only those that this principal made; null for all
     */
    public Page<VolumeView> list(ListVolumes query, @Nullable String createdBy, Predicate<VolumeView> allowed) {
        List<VolumeView> items = volumes.rows(List.of(filter(query, createdBy)), null, MOST, false).stream()
                .map(Scan.Entry::value)
                .map(VolumeRecord::view)
                .filter(allowed)
                .toList();
        return new Page<>(items, null);
    }

    private static Condition filter(ListVolumes query, @Nullable String createdBy) {
        Condition filter = PROVIDER_VOLUME.TENANT_ID.eq(query.tenantId());
        if (!query.includeDeleted()) {
            filter = filter.and(Listing.NOT_ENDED);
        }
        if (createdBy != null) {
            filter = filter.and(PROVIDER_VOLUME.CREATED_BY.eq(createdBy));
        }
        if (query.poolId() != null) {
            filter = filter.and(PROVIDER_VOLUME.POOL_ID.eq(query.poolId()));
        }
        if (query.projectId() != null) {
            filter = filter.and(PROVIDER_VOLUME.PROJECT_ID.eq(query.projectId()));
        }
        return filter;
    }
}
