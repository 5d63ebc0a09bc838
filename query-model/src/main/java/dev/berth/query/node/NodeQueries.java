package dev.berth.query.node;

import static dev.berth.query.jooq.Tables.NODE;

import dev.berth.api.node.ListNodes;
import dev.berth.api.node.NodeView;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/** Reads hosts: only their owner sees them. */
public final class NodeQueries {
    private final DSLContext sql;
    private final Listing<NodeRecord> nodes;

    public NodeQueries(DSLContext sql) {
        this.sql = sql;
        this.nodes = new Listing<>(sql, NodeTable.TABLE);
    }

    /** A host of the tenant, removed ones included. */
    public Optional<NodeView> get(String tenantId, String nodeId) {
        return nodes.one(NODE.ID.eq(nodeId).and(NODE.TENANT_ID.eq(tenantId))).map(NodeRecord::view);
    }

    /** A page of hosts, removed ones left out. Empty where the cursor is none. */
    public Optional<Page<NodeView>> list(ListNodes query, Predicate<NodeView> allowed) {
        Condition where = NODE.TENANT_ID.eq(query.tenantId()).and(Listing.NOT_ENDED);
        if (query.poolId() != null) {
            where = where.and(NODE.POOL_ID.eq(query.poolId()));
        }
        return nodes.page(List.of(where), query.limit(), query.cursor(), node -> allowed.test(node.view()))
                .map(page -> page.map(NodeRecord::view));
    }

    /** A host of any tenant, removed ones included. */
    public Optional<NodeView> find(String nodeId) {
        return nodes.one(NODE.ID.eq(nodeId)).map(NodeRecord::view);
    }

    /** Every host of every tenant, removed ones included, oldest first. */
    public List<NodeView> all() {
        return nodes.rows(List.of(DSL.noCondition()), null, Integer.MAX_VALUE, false).stream()
                .map(it -> it.value().view())
                .toList();
    }

    /** How many hosts there are, removed ones left out. */
    public int count() {
        return sql.fetchCount(NODE, Listing.NOT_ENDED);
    }
}
