package dev.berth.query.instance;

import static dev.berth.query.jooq.Tables.INSTANCE;

import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.instance.ListInstances;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import dev.berth.query.PageKey;
import dev.berth.query.Scan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Reads instances. */
public final class InstanceQueries {
    private final DSLContext sql;
    private final Listing<InstanceView> instances;

    public InstanceQueries(DSLContext sql) {
        this.sql = sql;
        this.instances = new Listing<>(sql, InstanceTable.TABLE);
    }

    /** An instance of the tenant, deleted ones included. */
    public Optional<InstanceView> get(String tenantId, String instanceId) {
        return instances.one(INSTANCE.ID.eq(instanceId).and(INSTANCE.TENANT_ID.eq(tenantId)));
    }

    /**
     * A page of the tenant's instances, newest first. Deleted ones only where their state is asked for.
     *
     * @param createdBy only those that this principal created, be it asked for or implied by its roles; null for all
     * @param allowed   what the tenant's policies let the caller see
     * @return empty where the cursor is no instance of the tenant
     */
    public Optional<Page<InstanceView>> list(
            ListInstances query, @Nullable String createdBy, Predicate<InstanceView> allowed) {
        PageKey after = null;
        if (query.cursor() != null) {
            after = instances
                    .key(query.cursor(), INSTANCE.TENANT_ID.eq(query.tenantId()))
                    .orElse(null);
            if (after == null) {
                return Optional.empty();
            }
        }
        List<Condition> source = List.of(filter(query, createdBy));
        return Optional.of(Scan.page(
                query.limit(),
                allowed,
                after,
                (from, atMost) -> instances.rows(source, from, atMost, true),
                PageKey::id));
    }

    private static Condition filter(ListInstances query, @Nullable String createdBy) {
        InstanceState state = query.state();
        Condition filter = INSTANCE.TENANT_ID.eq(query.tenantId());
        filter = filter.and(state == null ? Listing.NOT_ENDED : INSTANCE.STATE.eq(InstanceTable.text(state)));
        if (createdBy != null) {
            filter = filter.and(INSTANCE.CREATED_BY.eq(createdBy));
        }
        if (query.poolId() != null) {
            filter = filter.and(INSTANCE.POOL_ID.eq(query.poolId()));
        }
        return filter;
    }

    /** Instances of the pool that have no host yet, oldest first, at most {@code limit} after a key. */
    public List<Scan.Entry<InstanceView>> waiting(String poolId, @Nullable PageKey after, int limit) {
        return instances.rows(
                List.of(INSTANCE.STATE.eq(DSL.inline("scheduling")).and(INSTANCE.POOL_ID.eq(poolId))),
                after,
                limit,
                false);
    }

    /** The pools in which instances wait for a host. */
    public List<String> poolsWithWaiting() {
        return sql.selectDistinct(INSTANCE.POOL_ID)
                .from(INSTANCE)
                .where(INSTANCE.STATE.eq(DSL.inline("scheduling")))
                .fetch(INSTANCE.POOL_ID);
    }

    /** How many instances are in each state, deleted ones left out. */
    public Map<String, Integer> countByState() {
        Map<String, Integer> counts = new LinkedHashMap<>();
        sql.select(INSTANCE.STATE, DSL.count())
                .from(INSTANCE)
                .where(Listing.NOT_ENDED)
                .groupBy(INSTANCE.STATE)
                .orderBy(INSTANCE.STATE)
                .forEach(found -> counts.put(found.value1(), found.value2()));
        return counts;
    }
}
