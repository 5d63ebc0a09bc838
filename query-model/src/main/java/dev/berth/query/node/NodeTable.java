package dev.berth.query.node;

import static dev.berth.query.jooq.Tables.NODE;

import dev.berth.api.node.NodeEvent;
import dev.berth.api.node.NodeState;
import dev.berth.query.ReadTable;
import java.util.Locale;

/** The read table of hosts. */
public final class NodeTable {
    /** The table. */
    public static final ReadTable<NodeRecord, NodeEvent> TABLE = ReadTable.of(
                    NODE, NodeRecord.class, NodeEvent.class, NodeFold::fold)
            .column(NODE.TENANT_ID, node -> node.view().tenantId())
            .column(NODE.CREATED_AT, node -> node.view().createdAt())
            .column(NODE.POOL_ID, node -> node.view().poolId())
            .column(NODE.STATE, node -> node.view().state().name().toLowerCase(Locale.ROOT))
            .column(NODE.ENDED, node -> node.view().state() == NodeState.REMOVED)
            .build();

    private NodeTable() {}
}
