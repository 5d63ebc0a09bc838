package dev.berth.command.snapshot;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Ids;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolView;
import dev.berth.api.snapshot.RestoreSnapshot;
import dev.berth.api.volume.VolumeSource;
import dev.berth.command.Gate;
import dev.berth.command.RequestDigest;
import dev.berth.command.Streams;
import dev.berth.command.account.AccountDirectory;
import dev.berth.command.account.ProviderRules;
import dev.berth.command.account.ProviderRules.Feature;
import dev.berth.command.pool.PoolDirectory;
import dev.berth.command.pool.PoolRules;
import dev.berth.command.project.ProjectDirectory;
import dev.berth.command.project.ProjectRules;
import dev.berth.command.volume.NewVolume;
import dev.berth.command.volume.VolumeAdmission;
import java.util.List;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * Makes new volumes from snapshots.
 *
 * <p>Owns: the order of look-ups, locks (volume, snapshot) and decisions, of which there are two: on the snapshot and on
 * the draft of the volume. Does not own: the rules of the admission. Invariants: the volume goes into the snapshot's pool
 * and region, and the snapshot remembers it. On failure: nothing is kept; the caller tries again with the same key.
 */
public final class SnapshotRestore {
    private static final String METHOD = "providerSnapshots.restore";

    private final Gate gate;
    private final RequestDigest digest;
    private final PoolDirectory pools;
    private final ProjectDirectory projects;
    private final AccountDirectory accounts;
    private final ProviderRules rules;
    private final Streams<Snapshot> snapshots;
    private final VolumeAdmission admission;

    /** The restores of a deployment. */
    public SnapshotRestore(
            Gate gate,
            RequestDigest digest,
            PoolDirectory pools,
            ProjectDirectory projects,
            AccountDirectory accounts,
            ProviderRules rules,
            Streams<Snapshot> snapshots,
            VolumeAdmission admission) {
        this.gate = gate;
        this.digest = digest;
        this.pools = pools;
        this.projects = projects;
        this.accounts = accounts;
        this.rules = rules;
        this.snapshots = snapshots;
        this.admission = admission;
    }

    /** The id of the volume that this caller makes with this key. */
    public static String id(RestoreSnapshot command, Context context) {
        return Ids.derived("pvol", command.tenantId(), context.caller().principal(), METHOD, command.idempotencyKey());
    }

    /** Admits the volume, or answers the one that the same request made before. */
    @CommandHandler
    public Outcome<Affected> handle(RestoreSnapshot command, @MetaDataValue(Context.KEY) Context context) {
        String id = id(command, context);
        String hmac = digest.digest(command);
        Optional<Outcome<Affected>> before = admission.before(id, hmac);
        if (before.isPresent()) {
            return before.get();
        }
        Optional<Streams.Loaded<Snapshot>> found = snapshots
                .find(command.snapshotId())
                .filter(it -> it.get(s -> s.tenantId).equals(command.tenantId()));
        if (found.isEmpty()) {
            return Outcome.refused(SnapshotRules.notFound(command.snapshotId()));
        }
        Streams.Loaded<Snapshot> snapshot = found.get();
        String poolId = snapshot.get(it -> it.poolId);
        Optional<PoolView> pool = pools.pool(poolId)
                .filter(it -> PoolRules.isSeenBy(it, command.tenantId()) && it.state() == LifeState.ACTIVE);
        if (pool.isEmpty()) {
            return Outcome.refused(PoolRules.notFound(poolId));
        }
        Optional<Problem> noProject = snapshot.get(it -> Optional.ofNullable(it.projectId))
                .flatMap(it -> ProjectRules.usable(projects, command.tenantId(), it));
        if (noProject.isPresent()) {
            return Outcome.refused(noProject.get());
        }
        NewVolume wanted = snapshot.get(it -> wanted(command, context, it, pool.get(), id, hmac));
        List<Gate.Ask> asks = List.of(
                new Gate.Ask(SnapshotCommands.MANAGE, snapshot.get(SnapshotRules::resource)),
                new Gate.Ask(SnapshotCommands.MANAGE, wanted.resource()));
        return gate.passAll(context, command, METHOD, asks, metas -> restore(command, snapshot, wanted, metas));
    }

    private Outcome<Affected> restore(
            RestoreSnapshot command, Streams.Loaded<Snapshot> snapshot, NewVolume wanted, List<MetaData> metas) {
        boolean restoresShared = accounts.account(wanted.accountId())
                .filter(it -> rules.offers(it.provider(), Feature.RESTORE_SHARED))
                .isPresent();
        Optional<Problem> refusal = snapshot.get(it -> SnapshotRules.restorable(it, restoresShared)
                .or(() -> SnapshotRules.ready(it))
                .or(() -> SnapshotRules.fits(it, command.sizeGiB())));
        if (refusal.isPresent()) {
            return Outcome.refused(refusal.get());
        }
        Outcome<Affected> admitted = admission.admit(wanted, Optional.empty(), List.of(metas.getLast()));
        if (admitted instanceof Outcome.Done<Affected>) {
            snapshot.apply(it -> it.restored(wanted.id(), metas.getFirst()));
        }
        return admitted;
    }

    private static NewVolume wanted(
            RestoreSnapshot command, Context context, Snapshot snapshot, PoolView pool, String id, String hmac) {
        Integer size = command.sizeGiB();
        return new NewVolume(
                id,
                command.tenantId(),
                context.caller().principal(),
                pool,
                snapshot.accountId,
                snapshot.projectId,
                command.name(),
                null,
                snapshot.region,
                snapshot.kind,
                null,
                snapshot.filesystem,
                size == null ? Math.max(1, snapshot.minSizeGiB) : size,
                false,
                new VolumeSource(command.snapshotId(), String.valueOf(snapshot.providerSnapshotId)),
                hmac);
    }
}
