package dev.berth.query.instance;

import static dev.berth.query.jooq.Tables.INSTANCE;

import dev.berth.query.Listing;
import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record8;
import org.jooq.SelectConditionStep;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** What the reconciler asks of the instances: which are on a host, and for which something is still to be done. */
public final class InstanceWork {
    private final DSLContext sql;

    public InstanceWork(DSLContext sql) {
        this.sql = sql;
    }

    /**
     * As much of an instance as the reconciler needs.
     *
     * @param state        as in its view, such as {@code running}
     * @param desiredState as in its view
     */
    public record Brief(
            String id,
            String tenantId,
            String createdBy,
            String poolId,
            @Nullable String nodeId,
            String state,
            String desiredState,
            long revision) {}

    /** The live instances that hold room of the host, by id, at most {@code limit} after {@code afterId} (or from the first). */
    public List<Brief> onNode(String nodeId, @Nullable String afterId, int limit) {
        return read(INSTANCE.NODE_ID.eq(nodeId).and(Listing.NOT_ENDED), afterId, limit);
    }

    /** The instances for which something is to be done, by id, at most {@code limit} after {@code afterId} (or from the first). */
    public List<Brief> inBetween(@Nullable String afterId, int limit) {
        return read(DSL.condition(INSTANCE.IN_BETWEEN), afterId, limit);
    }

    private List<Brief> read(Condition where, @Nullable String afterId, int limit) {
        SelectConditionStep<Record8<String, String, String, String, String, String, String, Long>> query = sql.select(
                        INSTANCE.ID,
                        INSTANCE.TENANT_ID,
                        INSTANCE.CREATED_BY,
                        INSTANCE.POOL_ID,
                        INSTANCE.NODE_ID,
                        INSTANCE.STATE,
                        INSTANCE.DESIRED_STATE,
                        INSTANCE.REVISION)
                .from(INSTANCE)
                .where(where);
        return (afterId == null ? query : query.and(INSTANCE.ID.gt(afterId)))
                .orderBy(INSTANCE.ID)
                .limit(DSL.inline(limit))
                .fetch(found -> new Brief(
                        found.value1(),
                        found.value2(),
                        found.value3(),
                        found.value4(),
                        found.value5(),
                        found.value6(),
                        found.value7(),
                        found.value8()));
    }
}
