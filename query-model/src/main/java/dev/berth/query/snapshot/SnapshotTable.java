package dev.berth.query.snapshot;

import static dev.berth.query.jooq.Tables.PROVIDER_SNAPSHOT;

import dev.berth.api.snapshot.SnapshotEvent;
import dev.berth.api.snapshot.SnapshotState;
import dev.berth.query.ReadTable;

/** The read table of snapshots. */
public final class SnapshotTable {
    /** The table. */
    public static final ReadTable<SnapshotRecord, SnapshotEvent> TABLE = ReadTable.of(
                    PROVIDER_SNAPSHOT, SnapshotRecord.class, SnapshotEvent.class, SnapshotFold::fold)
            .column(PROVIDER_SNAPSHOT.TENANT_ID, it -> it.view().tenantId())
            .column(PROVIDER_SNAPSHOT.CREATED_AT, it -> it.view().createdAt())
            .column(PROVIDER_SNAPSHOT.CREATED_BY, it -> it.view().createdBy())
            .column(PROVIDER_SNAPSHOT.VOLUME_ID, it -> it.view().volumeId())
            .column(PROVIDER_SNAPSHOT.ACCOUNT_ID, SnapshotRecord::accountId)
            .column(PROVIDER_SNAPSHOT.IN_BETWEEN, SnapshotFold::inBetween)
            .column(PROVIDER_SNAPSHOT.ENDED, it -> it.view().state() == SnapshotState.DELETED)
            .build();

    private SnapshotTable() {}
}
