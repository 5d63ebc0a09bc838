package dev.berth.command.pool;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Ids;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.pool.ArchivePool;
import dev.berth.api.pool.CreatePool;
import dev.berth.api.pool.OfferPool;
import dev.berth.api.pool.PoolEvent.PoolCreated;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.UpdatePool;
import dev.berth.api.pool.WithdrawPool;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Gate;
import dev.berth.command.RequestDigest;
import dev.berth.command.Streams;
import dev.berth.command.naming.Names;
import dev.berth.command.quota.Quota;
import dev.berth.command.tenant.TenantDirectory;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What a tenant may do with its pools.
 *
 * <p>Owns: the order of checks and locks (pool, network, name, quota). Does not own: flavors, hosts and ranges. Invariants: a pool
 * and its owner's quota begin together, an offer and its guest's quota too; what only the owner may do is denied to
 * guests. On failure: nothing is kept; a create may be asked again with the same key.
 */
public final class PoolCommands {
    private static final String CREATE = "pools.create";
    private static final String UPDATE = "compute:pools:update";

    private final Gate gate;
    private final RequestDigest digest;
    private final Streams<Pool> pools;
    private final Streams<Quota> quotas;
    private final Names names;
    private final TenantDirectory tenants;
    private final ProviderSides sides;

    /** The commands of a deployment. */
    public PoolCommands(
            Gate gate,
            RequestDigest digest,
            Streams<Pool> pools,
            Streams<Quota> quotas,
            Names names,
            TenantDirectory tenants,
            ProviderSides sides) {
        this.gate = gate;
        this.digest = digest;
        this.pools = pools;
        this.quotas = quotas;
        this.names = names;
        this.tenants = tenants;
        this.sides = sides;
    }

    /** The id of the pool that this caller makes with this key. */
    public static String id(CreatePool command, Context context) {
        return Ids.derived("pool", command.tenantId(), context.caller().principal(), CREATE, command.idempotencyKey());
    }

    /** Makes a pool and its owner's quota, or answers the one that the same request made before. */
    @CommandHandler
    public Outcome<Affected> handle(CreatePool command, @MetaDataValue(Context.KEY) Context context) {
        Optional<Problem> misplaced = PoolRules.providerSideOnlyOfProviders(
                command.kind(), command.accountId(), command.region(), command.networkId());
        if (misplaced.isPresent()) {
            return Outcome.refused(misplaced.get());
        }
        String id = id(command, context);
        String hmac = digest.digest(command);
        Optional<Streams.Loaded<Pool>> before = pools.find(id);
        if (before.isPresent()) {
            return before.get().get(it -> it.requestHmac).equals(hmac)
                    ? Outcome.done(new Affected(id))
                    : Outcome.refused(
                            Problem.conflict("The idempotency key was used for another request.", "poolId", id));
        }
        Optional<Problem> missing = sides.exists(command.tenantId(), command.accountId(), command.networkId());
        if (missing.isPresent()) {
            return Outcome.refused(missing.get());
        }
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        return gate.pass(context, command, CREATE, "compute:pools:create", tenant, meta -> {
            Optional<Problem> misfit =
                    sides.fits(new ProviderSide(command.accountId(), command.region(), command.networkId()));
            if (misfit.isPresent()) {
                return Outcome.refused(misfit.get());
            }
            Optional<String> holder = names.holder(command.tenantId(), Names.Kind.POOL, command.name());
            if (holder.isPresent()) {
                return Outcome.refused(
                        Problem.conflict("Another pool of the tenant has this name.", "poolId", holder.get()));
            }
            MetaData link = MetaData.emptyInstance();
            pools.create(() -> Pool.create(created(command, context, id, hmac), meta));
            sides.moved(id, null, command.networkId());
            names.claim(command.tenantId(), Names.Kind.POOL, command.name(), id, link);
            limit(command.tenantId(), id, command.quotas().amounts(), link);
            return Outcome.done(new Affected(id));
        });
    }

    /** Sets a provider pool's account, region and network. */
    @CommandHandler
    public Outcome<Affected> handle(UpdatePool command, @MetaDataValue(Context.KEY) Context context) {
        return onOwnPool(context, command, command.poolId(), "pools.update", UPDATE, (pool, meta) -> {
            if (pool.get(it -> it.kind) != PoolKind.PROVIDER) {
                return Optional.of(Problem.invalid("poolId", "must name a pool of kind provider"));
            }
            if (pool.get(Pool::isArchived)) {
                return Optional.of(PoolRules.archived());
            }
            ProviderSide before = pool.get(Pool::providerSide);
            ProviderSide after = before.after(command);
            if (after.equals(before)) {
                return Optional.empty();
            }
            Set<String> users = pool.get(it -> Set.copyOf(it.users));
            Optional<Problem> refusal = sides.exists(command.tenantId(), command.accountId(), command.networkId())
                    .or(() -> sides.fits(after))
                    .or(() -> before.isReplacedBy(after) ? sides.unused(command.poolId(), users) : Optional.empty());
            if (refusal.isEmpty()) {
                pool.apply(it -> it.update(after, meta));
                sides.moved(command.poolId(), before.networkId(), after.networkId());
            }
            return refusal;
        });
    }

    /** Lets another tenant use the pool, or sets the limits of one that may. */
    @CommandHandler
    public Outcome<Affected> handle(OfferPool command, @MetaDataValue(Context.KEY) Context context) {
        String guest = command.toTenantId();
        if (guest.equals(command.tenantId())) {
            return Outcome.refused(Problem.invalid("toTenantId", "must be another tenant"));
        }
        return onOwnPool(context, command, command.poolId(), "pools.offer", UPDATE, (pool, meta) -> {
            // Only whoever may offer learns which tenants there are.
            if (!tenants.exists(guest)) {
                return Optional.of(Problem.notFound("tenant", "compute-tenant/" + guest));
            }
            if (pool.get(Pool::isArchived)) {
                return Optional.of(PoolRules.archived());
            }
            boolean offered = pool.get(it -> it.isOfferedTo(guest));
            if (!offered) {
                pool.apply(it -> it.offer(guest, meta));
            }
            limit(guest, command.poolId(), command.quotas().amounts(), offered ? meta : MetaData.emptyInstance());
            return Optional.empty();
        });
    }

    /** Ends an offer. What runs stays, and so does the guest's quota. */
    @CommandHandler
    public Outcome<Affected> handle(WithdrawPool command, @MetaDataValue(Context.KEY) Context context) {
        return onOwnPool(context, command, command.poolId(), "pools.withdraw", UPDATE, (pool, meta) -> {
            if (pool.get(it -> it.isOfferedTo(command.toTenantId()))) {
                pool.apply(it -> it.withdraw(command.toTenantId(), meta));
            }
            return Optional.empty();
        });
    }

    /** Ends new admissions to the pool and frees its name. */
    @CommandHandler
    public Outcome<Affected> handle(ArchivePool command, @MetaDataValue(Context.KEY) Context context) {
        return onOwnPool(context, command, command.poolId(), "pools.archive", "compute:pools:delete", (pool, meta) -> {
            if (!pool.get(Pool::isArchived)) {
                pool.apply(it -> it.archive(meta));
                sides.moved(command.poolId(), pool.get(Pool::providerSide).networkId(), null);
                names.release(
                        command.tenantId(),
                        Names.Kind.POOL,
                        pool.get(it -> it.name),
                        command.poolId(),
                        MetaData.emptyInstance());
            }
            return Optional.empty();
        });
    }

    private Outcome<Affected> onOwnPool(
            Context context,
            Command command,
            String poolId,
            String method,
            String action,
            BiFunction<Streams.Loaded<Pool>, MetaData, Optional<Problem>> change) {
        String tenantId = command.tenantId();
        Optional<Streams.Loaded<Pool>> found = pools.find(poolId).filter(it -> it.get(p -> p.isSeenBy(tenantId)));
        if (found.isEmpty()) {
            return Outcome.refused(PoolRules.notFound(poolId));
        }
        Streams.Loaded<Pool> pool = found.get();
        ResourceRef resource = pool.get(it -> it.resource(tenantId));
        if (!pool.get(it -> it.tenantId).equals(tenantId)) {
            return gate.deny(context, command, method, action, resource, "pool-owner-only");
        }
        return gate.pass(
                context,
                command,
                method,
                action,
                resource,
                meta -> change.apply(pool, meta)
                        .<Outcome<Affected>>map(Outcome::refused)
                        .orElseGet(() -> Outcome.done(new Affected(poolId))));
    }

    private void limit(String tenantId, String poolId, Quotas max, MetaData meta) {
        quotas.find(Quota.id(tenantId, poolId))
                .ifPresentOrElse(
                        quota -> quota.apply(it -> it.setLimits(max, meta)),
                        () -> quotas.create(() -> Quota.begin(tenantId, poolId, max, meta)));
    }

    private static PoolCreated created(CreatePool command, Context context, String id, String hmac) {
        return new PoolCreated(
                id,
                command.tenantId(),
                context.caller().principal(),
                command.name(),
                command.kind(),
                command.accountId(),
                command.region(),
                command.networkId(),
                hmac);
    }
}
