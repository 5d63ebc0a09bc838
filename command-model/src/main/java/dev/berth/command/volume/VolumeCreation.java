package dev.berth.command.volume;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Ids;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolView;
import dev.berth.api.volume.CreateVolume;
import dev.berth.api.volume.Filesystem;
import dev.berth.command.Gate;
import dev.berth.command.RequestDigest;
import dev.berth.command.Streams;
import dev.berth.command.instance.Instance;
import dev.berth.command.instance.InstanceRules;
import dev.berth.command.network.Network;
import dev.berth.command.network.NetworkRules;
import dev.berth.command.pool.PoolDirectory;
import dev.berth.command.pool.PoolRules;
import dev.berth.command.project.ProjectDirectory;
import dev.berth.command.project.ProjectRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * The way of a new volume from its request to its admission: what it names is looked up, then decided on.
 *
 * <p>Owns: the order of look-ups (instance and volume, which are locked first; pool, project, network) and decisions. Does
 * not own: the rules of the admission. Invariants: an instance that is not the tenant's is denied, not missing. On
 * failure: nothing is kept; the caller tries again with the same key.
 */
public final class VolumeCreation {
    private static final String METHOD = "providerVolumes.create";

    private final Gate gate;
    private final RequestDigest digest;
    private final PoolDirectory pools;
    private final ProjectDirectory projects;
    private final Streams<Instance> instances;
    private final Streams<Network> networks;
    private final VolumeAdmission admission;

    /** The creation of a deployment's volumes. */
    public VolumeCreation(
            Gate gate,
            RequestDigest digest,
            PoolDirectory pools,
            ProjectDirectory projects,
            Streams<Instance> instances,
            Streams<Network> networks,
            VolumeAdmission admission) {
        this.gate = gate;
        this.digest = digest;
        this.pools = pools;
        this.projects = projects;
        this.instances = instances;
        this.networks = networks;
        this.admission = admission;
    }

    /** The id of the volume that this caller makes with this key. */
    public static String id(CreateVolume command, Context context) {
        return Ids.derived("pvol", command.tenantId(), context.caller().principal(), METHOD, command.idempotencyKey());
    }

    /** Admits a volume, or answers the one that the same request made before. */
    @CommandHandler
    public Outcome<Affected> handle(CreateVolume command, @MetaDataValue(Context.KEY) Context context) {
        Optional<Problem> malformed = VolumeRules.shape(command);
        if (malformed.isPresent()) {
            return Outcome.refused(malformed.get());
        }
        String instanceId = command.instanceId();
        Optional<Streams.Loaded<Instance>> instance = Optional.ofNullable(instanceId)
                .flatMap(instances::find)
                .filter(it -> it.get(i -> i.belongsTo(command.tenantId())));
        String id = id(command, context);
        String hmac = digest.digest(command);
        Optional<Outcome<Affected>> before = admission.before(id, hmac);
        if (before.isPresent()) {
            return before.get();
        }
        Optional<PoolView> pool = pools.pool(command.poolId())
                .filter(it -> PoolRules.isSeenBy(it, command.tenantId()) && it.state() == LifeState.ACTIVE);
        if (pool.isEmpty()) {
            return Outcome.refused(PoolRules.notFound(command.poolId()));
        }
        Optional<Problem> missing = ProjectRules.usable(projects, command.tenantId(), command.projectId())
                .or(() -> networkMissing(command));
        if (missing.isPresent()) {
            return Outcome.refused(missing.get());
        }
        if (instanceId != null && instance.isEmpty()) {
            ResourceRef named = new ResourceRef("compute-instance", instanceId, Map.of());
            return gate.deny(context, command, METHOD, InstanceRules.UPDATE, named, "own-instances-only");
        }
        NewVolume wanted = wanted(command, context, pool.get(), id, hmac);
        List<Gate.Ask> asks = new ArrayList<>();
        asks.add(new Gate.Ask(VolumeCommands.MANAGE, wanted.resource()));
        instance.ifPresent(it -> asks.add(new Gate.Ask(InstanceRules.UPDATE, it.get(InstanceRules::resource))));
        return gate.passAll(context, command, METHOD, asks, metas -> admission.admit(wanted, instance, metas));
    }

    private Optional<Problem> networkMissing(CreateVolume command) {
        String networkId = command.networkId();
        if (networkId == null) {
            return Optional.empty();
        }
        boolean own = networks.find(networkId)
                .filter(it -> it.get(Network::tenantId).equals(command.tenantId()))
                .isPresent();
        return own ? Optional.empty() : Optional.of(NetworkRules.notFound(networkId));
    }

    private static NewVolume wanted(CreateVolume command, Context context, PoolView pool, String id, String hmac) {
        String accountId = pool.accountId();
        return new NewVolume(
                id,
                command.tenantId(),
                context.caller().principal(),
                pool,
                accountId == null ? "" : accountId,
                command.projectId(),
                command.name(),
                command.description(),
                command.region(),
                command.kind(),
                command.networkId(),
                command.filesystem() == Filesystem.NONE ? null : command.filesystem(),
                command.sizeGiB(),
                command.deleteWithInstance(),
                null,
                hmac);
    }
}
