package dev.berth.command.pool;

import dev.berth.api.Problem;
import dev.berth.api.Problem.Violation;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.PoolView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What may be done with a pool: each rule is a function that answers a refusal or allows. */
public final class PoolRules {
    private PoolRules() {}

    /** Hosts and address ranges belong to hosted pools. */
    public static Optional<Problem> hosted(PoolView pool) {
        return pool.kind() == PoolKind.VPS_HOST
                ? Optional.empty()
                : Optional.of(Problem.invalid("poolId", "must name a pool of kind vps-host"));
    }

    /** Nothing new belongs to an archived pool. */
    public static Optional<Problem> active(PoolView pool) {
        return pool.state() == LifeState.ACTIVE ? Optional.empty() : Optional.of(archived());
    }

    static Problem archived() {
        return Problem.invalidState("The pool is archived.", "archived");
    }

    /** Account, region and network belong to provider pools. */
    static Optional<Problem> providerSideOnlyOfProviders(
            PoolKind kind, @Nullable String accountId, @Nullable String region, @Nullable String networkId) {
        if (kind == PoolKind.PROVIDER) {
            return Optional.empty();
        }
        List<Violation> violations = new ArrayList<>();
        belongsToProviders("accountId", accountId, violations);
        belongsToProviders("region", region, violations);
        belongsToProviders("networkId", networkId, violations);
        return violations.isEmpty() ? Optional.empty() : Optional.of(Problem.invalid(violations));
    }

    private static void belongsToProviders(String field, @Nullable String value, List<Violation> violations) {
        if (value != null) {
            violations.add(new Violation(field, "belongs to pools of kind provider alone"));
        }
    }

    /** A pool that this tenant neither owns nor is offered. */
    public static Problem notFound(String poolId) {
        return Problem.notFound("pool", "compute-pool/" + poolId);
    }

    /** Whether the tenant owns the pool or is offered it. */
    public static boolean isSeenBy(PoolView pool, String tenantId) {
        return pool.tenantId().equals(tenantId)
                || (pool.offeredTo() != null && pool.offeredTo().contains(tenantId));
    }

    /** The pool as this tenant's policies see it: another tenant's is shared with it. */
    public static ResourceRef resource(PoolView pool, String viewer) {
        return resource(pool.id(), pool.tenantId(), pool.createdBy(), pool.state(), viewer);
    }

    static ResourceRef resource(String id, String tenantId, String createdBy, LifeState state, String viewer) {
        return new ResourceRef(
                "compute-pool",
                id,
                Map.of(
                        "tenantId",
                        tenantId,
                        "createdBy",
                        createdBy,
                        "poolId",
                        id,
                        "state",
                        state.name().toLowerCase(Locale.ROOT),
                        "shared",
                        !tenantId.equals(viewer)));
    }
}
