package dev.berth.command.pool;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.pool.ArchiveFlavor;
import dev.berth.api.pool.CreateFlavor;
import dev.berth.api.pool.FlavorEvent.FlavorCreated;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What a pool's owner may do with its flavors. They answer the flavor's name.
 *
 * <p>Owns: the order of checks. Does not own: the pool. Invariants: a name stands for one live flavor of its pool. On
 * failure: nothing is kept; the caller may ask again.
 */
public final class FlavorCommands {
    private final Gate gate;
    private final OwnPools pools;
    private final Streams<Flavor> flavors;

    /** The commands of a deployment. */
    public FlavorCommands(Gate gate, OwnPools pools, Streams<Flavor> flavors) {
        this.gate = gate;
        this.pools = pools;
        this.flavors = flavors;
    }

    /** Makes a shape. */
    @CommandHandler
    public Outcome<Affected> handle(CreateFlavor command, @MetaDataValue(Context.KEY) Context context) {
        String method = "flavors.create";
        String action = "compute:pools:create";
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        return pools.find(context, command, command.poolId(), method, action, tenant)
                .then(pool -> gate.pass(context, command, method, action, tenant, meta -> {
                    Optional<Problem> refusal = PoolRules.active(pool);
                    if (refusal.isPresent()) {
                        return Outcome.refused(refusal.get());
                    }
                    Optional<Streams.Loaded<Flavor>> before = flavors.find(Flavor.id(command.poolId(), command.name()));
                    if (before.isPresent() && before.get().get(Flavor::isLive)) {
                        return Outcome.refused(Problem.conflict(
                                "The pool already has a flavor of this name.", "flavor", command.name()));
                    }
                    FlavorCreated created = created(command, context);
                    before.ifPresentOrElse(
                            flavor -> flavor.apply(it -> it.createAgain(created, meta)),
                            () -> flavors.create(() -> Flavor.create(created, meta)));
                    return Outcome.done(new Affected(command.name()));
                }));
    }

    /** Ends new admissions with it and frees its name. */
    @CommandHandler
    public Outcome<Affected> handle(ArchiveFlavor command, @MetaDataValue(Context.KEY) Context context) {
        String method = "flavors.archive";
        String action = "compute:pools:delete";
        return pools.seen(command, command.poolId()).then(pool -> {
            Optional<Streams.Loaded<Flavor>> found = flavors.find(Flavor.id(command.poolId(), command.name()));
            if (found.isEmpty()) {
                return Outcome.refused(Problem.notFound("flavor", "compute-flavor/" + command.name()));
            }
            Streams.Loaded<Flavor> flavor = found.get();
            ResourceRef resource = flavor.get(Flavor::resource);
            return pools.owned(context, command, pool, method, action, resource)
                    .then(own -> gate.pass(context, command, method, action, resource, meta -> {
                        if (flavor.get(Flavor::isLive)) {
                            flavor.apply(it -> it.archive(meta));
                        }
                        return Outcome.done(new Affected(command.name()));
                    }));
        });
    }

    private static FlavorCreated created(CreateFlavor command, Context context) {
        return new FlavorCreated(
                Flavor.id(command.poolId(), command.name()),
                command.tenantId(),
                command.poolId(),
                command.name(),
                context.caller().principal(),
                new MachineShape(command.vcpu(), command.memoryGiB(), command.diskGiB(), command.gpus()),
                command.providerSize());
    }
}
