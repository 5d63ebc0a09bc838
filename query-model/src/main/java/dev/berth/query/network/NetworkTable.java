package dev.berth.query.network;

import static dev.berth.query.jooq.Tables.NETWORK;

import dev.berth.api.network.NetworkEvent;
import dev.berth.api.network.NetworkState;
import dev.berth.api.network.NetworkView;
import dev.berth.query.ReadTable;

/** The read table of networks. */
public final class NetworkTable {
    /** The table. */
    public static final ReadTable<NetworkView, NetworkEvent> TABLE = ReadTable.of(
                    NETWORK, NetworkView.class, NetworkEvent.class, NetworkFold::fold)
            .column(NETWORK.TENANT_ID, NetworkView::tenantId)
            .column(NETWORK.CREATED_AT, NetworkView::createdAt)
            .column(NETWORK.ACCOUNT_ID, NetworkView::accountId)
            .column(NETWORK.IN_BETWEEN, NetworkFold::inBetween)
            .column(NETWORK.ENDED, network -> network.state() == NetworkState.DELETED)
            .build();

    private NetworkTable() {}
}
