package dev.berth.command.instance;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Ids;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.address.RangeView;
import dev.berth.api.instance.CreateInstance;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.Lease;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Placement;
import dev.berth.api.instance.UserData;
import dev.berth.api.quota.Quotas;
import dev.berth.command.Gate;
import dev.berth.command.RequestDigest;
import dev.berth.command.Streams;
import dev.berth.command.address.AddressRange;
import dev.berth.command.address.RangeDirectory;
import dev.berth.command.node.Placer;
import dev.berth.command.quota.Quota;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;
import org.jspecify.annotations.Nullable;

/**
 * Admits instances: the decision, the charge, the lease, the placement and the instance itself in one unit of work.
 *
 * <p>Owns: the order of checks and locks (instance, quota, address range, host). Does not own: what the pool, the flavor
 * and the image are (the directories) and whether the caller may (policies). Invariants: everything is appended together
 * or nothing is; a refusal leaves only its record. On failure: the caller tries again with the same key and finds what
 * was admitted, if it was.
 */
public final class InstanceAdmission {
    private static final String METHOD = "instances.create";

    private final Gate gate;
    private final DraftResolver resolver;
    private final RequestDigest digest;
    private final UserDataVault vault;
    private final Streams<Instance> instances;
    private final Streams<Quota> quotas;
    private final Streams<AddressRange> ranges;
    private final RangeDirectory rangeDirectory;
    private final Placer placer;
    private final ProviderPlace providers;

    /** The admission of a deployment. */
    public InstanceAdmission(
            Gate gate,
            DraftResolver resolver,
            RequestDigest digest,
            UserDataVault vault,
            Streams<Instance> instances,
            Streams<Quota> quotas,
            Streams<AddressRange> ranges,
            RangeDirectory rangeDirectory,
            Placer placer,
            ProviderPlace providers) {
        this.gate = gate;
        this.resolver = resolver;
        this.digest = digest;
        this.vault = vault;
        this.instances = instances;
        this.quotas = quotas;
        this.ranges = ranges;
        this.rangeDirectory = rangeDirectory;
        this.placer = placer;
        this.providers = providers;
    }

    /** The id of the instance that this caller makes with this key. */
    public static String id(CreateInstance command, Context context) {
        return Ids.derived("inst", command.tenantId(), context.caller().principal(), METHOD, command.idempotencyKey());
    }

    /** Admits an instance, or answers the one that the same request made before. */
    @CommandHandler
    public Outcome<Affected> handle(CreateInstance command, @MetaDataValue(Context.KEY) Context context) {
        String id = id(command, context);
        String hmac = digest.digest(command);
        Optional<Streams.Loaded<Instance>> before = instances.find(id);
        if (before.isPresent()) {
            return before.get().get(it -> it.requestHmac).equals(hmac)
                    ? Outcome.done(new Affected(id))
                    : Outcome.refused(
                            Problem.conflict("The idempotency key was used for another request.", "instanceId", id));
        }
        return switch (resolver.resolve(command)) {
            case Outcome.Refused<Draft>(Problem problem) -> Outcome.refused(problem);
            case Outcome.Done<Draft>(Draft draft) ->
                gate.pass(
                        context,
                        command,
                        METHOD,
                        "compute:instances:create",
                        InstanceRules.resource(
                                id,
                                command.tenantId(),
                                context.caller().principal(),
                                command.projectId(),
                                command.poolId(),
                                InstanceState.PENDING,
                                command.flavor(),
                                draft.shape(),
                                command.imageId(),
                                draft.imageVerified()),
                        meta -> admit(context, command, new Request(id, hmac), draft, meta));
        };
    }

    private Outcome<Affected> admit(Context context, CreateInstance command, Request ids, Draft draft, MetaData meta) {
        Optional<Problem> unusable = draft.ofProvider() ? providers.refusal(command, draft) : Optional.empty();
        if (unusable.isPresent()) {
            return Outcome.refused(unusable.get());
        }
        UserData sealed = command.userData() == null ? null : vault.seal(ids.id(), command.userData());
        Quotas charge = draft.charge();
        String quotaId = Quota.id(command.tenantId(), command.poolId());
        Optional<Streams.Loaded<Quota>> quota = quotas.find(quotaId);
        Optional<Problem> exceeded =
                quota.map(it -> it.get(q -> q.mayCharge(charge))).orElseGet(() -> Quota.mayChargeWithoutRow(charge));
        if (exceeded.isPresent()) {
            return Outcome.refused(exceeded.get());
        }
        Optional<FreeAddress> address = draft.ofProvider() ? Optional.empty() : freeAddress(command.poolId());
        if (address.isEmpty() && !draft.ofProvider()) {
            return Outcome.refused(InstanceRules.noAddress());
        }
        MetaData link = MetaData.emptyInstance();
        @Nullable Lease lease = address.map(FreeAddress::lease).orElse(null);
        Streams.Loaded<Instance> instance = instances.create(
                () -> Instance.create(created(context, command, ids, draft, quotaId, sealed, lease), meta));
        quota.orElseThrow().apply(it -> it.charge(ids.id(), charge, link));
        if (draft.ofProvider()) {
            instance.apply(it -> it.assign(providers.assigned(ids.id(), command.tenantId(), draft), link));
        } else {
            FreeAddress free = address.orElseThrow();
            free.range().apply(it -> it.lease(ids.id(), free.lease().address(), link));
            place(context, instance, false, link);
        }
        return Outcome.done(new Affected(ids.id()));
    }

    /** Places an instance that has no host, or records why it waits. */
    void place(Context context, Streams.Loaded<Instance> instance, boolean overtake, MetaData link) {
        String poolId = instance.get(it -> it.poolId);
        MachineShape shape = instance.get(it -> it.shape);
        String id = instance.get(Instance::id);
        placer.place(
                        context,
                        poolId,
                        id,
                        shape,
                        overtake,
                        link,
                        (nodeId, meta) -> instance.apply(it -> it.schedule(nodeId, meta)))
                .ifPresent(reason -> instance.apply(it -> it.unschedulable(reason, Placer.sentence(reason), link)));
    }

    private Optional<FreeAddress> freeAddress(String poolId) {
        for (RangeView view : rangeDirectory.ranges(poolId)) {
            Streams.Loaded<AddressRange> range = ranges.get(view.id());
            Optional<String> free = range.get(AddressRange::free);
            if (free.isPresent()) {
                return Optional.of(new FreeAddress(range, new Lease(view.id(), free.get())));
            }
        }
        return Optional.empty();
    }

    private static InstanceCreated created(
            Context context,
            CreateInstance command,
            Request ids,
            Draft draft,
            String quotaId,
            @Nullable UserData sealed,
            @Nullable Lease lease) {
        return new InstanceCreated(
                ids.id(),
                command.tenantId(),
                context.caller().principal(),
                command.poolId(),
                quotaId,
                draft.ofProvider() ? Placement.PROVIDER : Placement.HOSTED,
                command.projectId(),
                command.flavor(),
                draft.shape(),
                command.imageId(),
                draft.imageDigest(),
                draft.imageUrl(),
                draft.imageVerified(),
                command.sshKeys(),
                sealed,
                command.desiredState().desired(),
                lease,
                ids.requestHmac());
    }

    /** The new instance's id and the digest of the request that makes it. */
    private record Request(String id, String requestHmac) {}

    /** A range and the address in it that comes next. */
    private record FreeAddress(Streams.Loaded<AddressRange> range, Lease lease) {}
}
