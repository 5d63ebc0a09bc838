package dev.berth.command.pool;

import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.pool.PoolView;
import dev.berth.command.Gate;
import java.util.Optional;

/** Pools in which a call wants to do what only their owner may. */
public final class OwnPools {
    private final PoolDirectory pools;
    private final Gate gate;

    /** Over all pools; refusals go through the gate. */
    public OwnPools(PoolDirectory pools, Gate gate) {
        this.pools = pools;
        this.gate = gate;
    }

    /**
     * The pool, if it is the tenant's own. One that it is only offered is ACCESS_DENIED, any other NOT_FOUND. Archived
     * pools are found.
     */
    public Outcome<PoolView> find(Context context, Command command, String poolId, String method, String action) {
        String tenantId = command.tenantId();
        Optional<PoolView> pool = pools.pool(poolId).filter(it -> PoolRules.isSeenBy(it, tenantId));
        if (pool.isEmpty()) {
            return Outcome.refused(PoolRules.notFound(poolId));
        }
        return pool.get().tenantId().equals(tenantId)
                ? Outcome.done(pool.get())
                : gate.deny(
                        context, command, method, action, PoolRules.resource(pool.get(), tenantId), "pool-owner-only");
    }
}
