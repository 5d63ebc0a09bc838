package dev.berth.command.pool;

import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.pool.PoolView;
import dev.berth.command.Gate;

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
     *
     * @param resource what the method decides on, which a refusal names
     */
    public Outcome<PoolView> find(
            Context context, Command command, String poolId, String method, String action, ResourceRef resource) {
        return seen(command, poolId).then(pool -> owned(context, command, pool, method, action, resource));
    }

    /** The pool, if the tenant may know of it: its own, or one that it is offered; else NOT_FOUND. */
    public Outcome<PoolView> seen(Command command, String poolId) {
        return pools.pool(poolId)
                .filter(it -> PoolRules.isSeenBy(it, command.tenantId()))
                .map(Outcome::done)
                .orElseGet(() -> Outcome.refused(PoolRules.notFound(poolId)));
    }

    /** The pool, if it is the tenant's own; else ACCESS_DENIED on this resource. */
    public Outcome<PoolView> owned(
            Context context, Command command, PoolView pool, String method, String action, ResourceRef resource) {
        return pool.tenantId().equals(command.tenantId())
                ? Outcome.done(pool)
                : gate.deny(context, command, method, action, resource, "pool-owner-only");
    }
}
