package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.CONFLICT;
import static dev.berth.api.ErrorCode.INVALID_STATE;
import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.mutation;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.iam.Resources;
import dev.berth.api.pool.ArchiveFlavor;
import dev.berth.api.pool.ArchivePool;
import dev.berth.api.pool.CreateFlavor;
import dev.berth.api.pool.CreatePool;
import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.GetPool;
import dev.berth.api.pool.ListFlavors;
import dev.berth.api.pool.ListPools;
import dev.berth.api.pool.OfferPool;
import dev.berth.api.pool.PoolView;
import dev.berth.api.pool.UpdatePool;
import dev.berth.api.pool.WithdrawPool;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Mutations;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.http.Reads;
import java.util.List;
import java.util.Map;

/** The groups {@code pools} and {@code flavors}. */
final class PoolMethods {
    private static final String READ = "compute:pools:read";
    private static final String POOL = "compute-pool";
    private static final Map<String, Object> QUOTAS = Map.of("vcpu", 100, "memoryGiB", 400, "diskGiB", 4000, "gpus", 0);

    private final Mutations mutations;
    private final Reads reads;
    private final ReadModels models;

    PoolMethods(Mutations mutations, Reads reads, ReadModels models) {
        this.mutations = mutations;
        this.reads = reads;
        this.models = models;
    }

    List<ApiMethod<?>> pools() {
        return List.of(
                mutation("pools.create", CreatePool.class, Examples.POOL)
                        .decides("compute:pools:create", "compute-tenant")
                        .summary("Makes a pool, and the tenant's quota in it: one row for each of the four resources.")
                        .errors(CONFLICT, NOT_FOUND)
                        .example(Input.of(
                                "name", "main", "kind", "vps-host", "quotas", QUOTAS, "idempotencyKey", "pool-main-1"))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.pool(in.tenantId(), id))),
                mutation("pools.update", UpdatePool.class, Examples.POOL)
                        .decides("compute:pools:update", POOL)
                        .summary("Sets the account, region or network that a provider pool was made without.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(Input.of("poolId", Examples.POOL_ID, "region", "fra1"))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.pool(in.tenantId(), id))),
                mutation("pools.offer", OfferPool.class, Examples.POOL)
                        .decides("compute:pools:update", POOL)
                        .summary("Lets another tenant use the pool under limits of its own; again, to change them.")
                        .errors(NOT_FOUND, INVALID_STATE)
                        .example(Input.of("poolId", Examples.POOL_ID, "toTenantId", "globex", "quotas", QUOTAS))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.pool(in.tenantId(), id))),
                mutation("pools.withdraw", WithdrawPool.class, Examples.POOL)
                        .decides("compute:pools:update", POOL)
                        .summary("Ends an offer: no new admissions; what runs stays.")
                        .errors(NOT_FOUND)
                        .example(Input.of("poolId", Examples.POOL_ID, "toTenantId", "globex"))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.pool(in.tenantId(), id))),
                list("pools.list", ListPools.class, Examples.POOL)
                        .decides(READ, "compute-tenant")
                        .summary("The tenant's pools and those offered to it, in order of creation.")
                        .example(Input.of("limit", 20))
                        .handledBy((call, in) -> reads.<PoolView>page(
                                call,
                                in.tenantId(),
                                seen -> models.pools(in, seen),
                                view -> Resources.pool(view, in.tenantId()))),
                read("pools.get", GetPool.class, Examples.POOL)
                        .decides(READ, POOL)
                        .summary("One pool, the tenant's own or one offered to it.")
                        .errors(NOT_FOUND)
                        .example(Input.of("poolId", Examples.POOL_ID))
                        .handledBy((call, in) -> reads.one(
                                call,
                                in.tenantId(),
                                "pool",
                                "compute-pool/" + in.poolId(),
                                () -> models.pool(in.tenantId(), in.poolId()),
                                view -> Resources.pool(view, in.tenantId()))),
                mutation("pools.archive", ArchivePool.class, Examples.POOL)
                        .decides("compute:pools:delete", POOL)
                        .summary("Ends new admissions to the pool; what runs stays.")
                        .errors(NOT_FOUND)
                        .example(Input.of("poolId", Examples.POOL_ID))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.pool(in.tenantId(), id))));
    }

    List<ApiMethod<?>> flavors() {
        return List.of(
                mutation("flavors.create", CreateFlavor.class, Examples.FLAVOR)
                        .decides("compute:pools:create", "compute-tenant")
                        .summary("Makes a shape of the pool. It is never changed: archive it and make another.")
                        .errors(NOT_FOUND, CONFLICT, INVALID_STATE)
                        .example(Input.of(
                                "poolId", Examples.POOL_ID,
                                "name", "small",
                                "vcpu", 2,
                                "memoryGiB", 4,
                                "diskGiB", 40))
                        .handledBy((call, in) ->
                                mutations.show(call, in, id -> models.flavor(in.tenantId(), in.poolId(), in.name()))),
                list("flavors.list", ListFlavors.class, Examples.FLAVOR)
                        .decides(READ, "compute-tenant")
                        .summary("The flavors of the pools that the tenant may use, in order of creation.")
                        .example(Input.of("poolId", Examples.POOL_ID))
                        .handledBy((call, in) -> reads.<FlavorView>page(
                                call,
                                in.tenantId(),
                                seen -> models.flavors(in, seen),
                                view -> Resources.flavor(view, in.tenantId()))),
                mutation("flavors.archive", ArchiveFlavor.class, Examples.FLAVOR)
                        .decides("compute:pools:delete", "compute-flavor")
                        .summary("Ends new admissions with the flavor and frees its name.")
                        .errors(NOT_FOUND)
                        .example(Input.of("poolId", Examples.POOL_ID, "name", "small"))
                        .handledBy((call, in) ->
                                mutations.show(call, in, id -> models.flavor(in.tenantId(), in.poolId(), in.name()))));
    }
}
