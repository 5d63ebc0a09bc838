package dev.berth.command.quota;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.pool.PoolView;
import dev.berth.api.quota.Quotas;
import dev.berth.api.quota.SetQuota;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import dev.berth.command.pool.PoolDirectory;
import dev.berth.command.pool.PoolRules;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * Who may set which limit: a pool's owner its own and its guests', the operator any. They answer the quota's id.
 *
 * <p>Owns: the order of checks. Does not own: charges. Invariants: a guest never sets its own limit; a quota begins only
 * for a pool's owner or guest. On failure: nothing is kept; the caller may ask again.
 */
public final class QuotaCommands {
    private static final String METHOD = "quotas.set";
    private static final String ACTION = "compute:quotas:update";

    private final Gate gate;
    private final PoolDirectory pools;
    private final Streams<Quota> quotas;

    /** The commands of a deployment. */
    public QuotaCommands(Gate gate, PoolDirectory pools, Streams<Quota> quotas) {
        this.gate = gate;
        this.pools = pools;
        this.quotas = quotas;
    }

    /** Sets a limit. One under what is used only stops new admissions. */
    @CommandHandler
    public Outcome<Affected> handle(SetQuota command, @MetaDataValue(Context.KEY) Context context) {
        String tenantId = command.tenantId();
        Optional<PoolView> found = pools.pool(command.poolId()).filter(it -> PoolRules.isSeenBy(it, tenantId));
        if (found.isEmpty()) {
            return Outcome.refused(PoolRules.notFound(command.poolId()));
        }
        PoolView pool = found.get();
        ResourceRef resource = PoolRules.resource(pool, tenantId);
        if (!pool.tenantId().equals(tenantId) && !context.caller().operator()) {
            return gate.deny(context, command, METHOD, ACTION, resource, "pool-owner-only");
        }
        String holder = command.forTenantId() == null ? tenantId : command.forTenantId();
        return gate.pass(context, command, METHOD, ACTION, resource, meta -> {
            String id = Quota.id(holder, command.poolId());
            Optional<Streams.Loaded<Quota>> quota = quotas.find(id);
            if (quota.isEmpty() && !PoolRules.isSeenBy(pool, holder)) {
                return Outcome.refused(Problem.notFound("tenant with a quota in the pool", "compute-tenant/" + holder));
            }
            Quotas before = quota.map(it -> it.get(Quota::limits)).orElse(Quotas.NONE);
            Quotas limits = before.with(command.resource(), command.max());
            quota.ifPresentOrElse(
                    it -> it.apply(q -> q.setLimits(limits, meta)),
                    () -> quotas.create(() -> Quota.begin(holder, command.poolId(), limits, meta)));
            return Outcome.done(new Affected(id));
        });
    }
}
