package dev.berth.query.volume;

import static dev.berth.query.jooq.Tables.PROVIDER_VOLUME;

import dev.berth.api.volume.VolumeEvent;
import dev.berth.api.volume.VolumeState;
import dev.berth.query.ReadTable;

/** The read table of volumes. */
public final class VolumeTable {
    /** The table. */
    public static final ReadTable<VolumeRecord, VolumeEvent> TABLE = ReadTable.of(
                    PROVIDER_VOLUME, VolumeRecord.class, VolumeEvent.class, VolumeFold::fold)
            .column(PROVIDER_VOLUME.TENANT_ID, it -> it.view().tenantId())
            .column(PROVIDER_VOLUME.CREATED_AT, it -> it.view().createdAt())
            .column(PROVIDER_VOLUME.CREATED_BY, it -> it.view().createdBy())
            .column(PROVIDER_VOLUME.POOL_ID, it -> it.view().poolId())
            .column(PROVIDER_VOLUME.PROJECT_ID, it -> it.view().projectId())
            .column(PROVIDER_VOLUME.ACCOUNT_ID, VolumeRecord::accountId)
            .column(PROVIDER_VOLUME.IN_BETWEEN, VolumeFold::inBetween)
            .column(PROVIDER_VOLUME.ENDED, it -> it.view().state() == VolumeState.DELETED)
            .build();

    private VolumeTable() {}
}
