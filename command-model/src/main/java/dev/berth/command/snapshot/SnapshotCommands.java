package dev.berth.command.snapshot;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Ids;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.account.AccountView;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.snapshot.DeleteSnapshot;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreated;
import dev.berth.api.volume.SnapshotVolume;
import dev.berth.api.volume.VolumeKind;
import dev.berth.command.Gate;
import dev.berth.command.RequestDigest;
import dev.berth.command.Streams;
import dev.berth.command.account.AccountDirectory;
import dev.berth.command.account.AccountRules;
import dev.berth.command.account.ProviderRules;
import dev.berth.command.account.ProviderRules.Feature;
import dev.berth.command.volume.Volume;
import dev.berth.command.volume.VolumeLinks;
import dev.berth.command.volume.VolumeRules;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * Taking and deleting snapshots.
 *
 * <p>Owns: the order of checks and locks (volume, snapshot). Does not own: how the provider comes to have them (the
 * reconciler), and restores. Invariants: a volume has at most 25 that are not deleted, each with a name of its own; what
 * the provider was never asked for is deleted at once and frees its place. On failure: nothing is kept; a snapshot may be
 * asked for again with the same key.
 */
public final class SnapshotCommands {
    static final String MANAGE = "compute:volumes:manage";
    private static final String TAKE = "providerVolumes.snapshot";
    private static final MetaData LINK = MetaData.emptyInstance();

    private final Gate gate;
    private final RequestDigest digest;
    private final AccountDirectory accounts;
    private final ProviderRules rules;
    private final VolumeLinks links;
    private final Streams<Volume> volumes;
    private final Streams<Snapshot> snapshots;

    /** The commands of a deployment. */
    public SnapshotCommands(
            Gate gate,
            RequestDigest digest,
            AccountDirectory accounts,
            ProviderRules rules,
            VolumeLinks links,
            Streams<Volume> volumes,
            Streams<Snapshot> snapshots) {
        this.gate = gate;
        this.digest = digest;
        this.accounts = accounts;
        this.rules = rules;
        this.links = links;
        this.volumes = volumes;
        this.snapshots = snapshots;
    }

    /** The id of the snapshot that this caller takes with this key. */
    public static String id(SnapshotVolume command, Context context) {
        return Ids.derived("psnap", command.tenantId(), context.caller().principal(), TAKE, command.idempotencyKey());
    }

    /** Takes a snapshot, or answers the one that the same request took before. */
    @CommandHandler
    public Outcome<Affected> handle(SnapshotVolume command, @MetaDataValue(Context.KEY) Context context) {
        String volumeId = command.volumeId();
        Optional<Streams.Loaded<Volume>> found =
                volumes.find(volumeId).filter(it -> it.get(v -> v.belongsTo(command.tenantId())));
        String id = id(command, context);
        String hmac = digest.digest(command);
        Optional<Streams.Loaded<Snapshot>> before = snapshots.find(id);
        if (before.isPresent()) {
            return before.get().get(it -> it.requestHmac).equals(hmac)
                    ? Outcome.done(new Affected(id))
                    : Outcome.refused(
                            Problem.conflict("The idempotency key was used for another request.", "snapshotId", id));
        }
        if (found.isEmpty()) {
            return Outcome.refused(VolumeRules.notFound(volumeId));
        }
        Streams.Loaded<Volume> volume = found.get();
        ResourceRef resource = volume.get(VolumeRules::resource);
        return gate.pass(context, command, TAKE, MANAGE, resource, meta -> {
            Optional<Problem> refusal = volume.get(VolumeRules::usable)
                    .or(() -> volume.get(it -> it.describe(this::offered)))
                    .or(() -> volume.get(it -> it.describe(facts -> refused(facts, command.name()))))
                    .or(() -> volume.get(it -> VolumeRules.maySnapshot(it, command.name())));
            if (refusal.isPresent()) {
                return Outcome.refused(refusal.get());
            }
            SnapshotCreated created =
                    volume.get(it -> it.describe(facts -> created(command, context, id, hmac, facts)));
            snapshots.create(() -> Snapshot.create(created, meta));
            volume.apply(it -> it.addSnapshot(id, command.name(), LINK));
            return Outcome.done(new Affected(id));
        });
    }

    private Optional<Problem> offered(Volume.Facts volume) {
        boolean lacks = volume.kind() == VolumeKind.SHARED
                && accounts.account(volume.accountId())
                        .filter(it -> !rules.offers(it.provider(), Feature.SHARED_SNAPSHOTS))
                        .isPresent();
        return lacks
                ? Optional.of(
                        Problem.unsupported("sharedSnapshots", "The provider takes no snapshots of shared volumes."))
                : Optional.empty();
    }

    private Optional<Problem> refused(Volume.Facts volume, String name) {
        Optional<AccountView> account = accounts.account(volume.accountId());
        return account.flatMap(
                it -> AccountRules.asProblem(rules.snapshot(it.provider(), volume.kind(), volume.region(), name)));
    }

    /** At the provider it has a part of its id behind its name: names of snapshots may have to be unique there. */
    private static SnapshotCreated created(
            SnapshotVolume command, Context context, String id, String hmac, Volume.Facts volume) {
        String part = id.substring(id.indexOf('_') + 1).substring(0, 8);
        return new SnapshotCreated(
                id,
                command.tenantId(),
                context.caller().principal(),
                volume.poolId(),
                volume.projectId(),
                command.volumeId(),
                command.name(),
                command.name() + "-" + part,
                volume.accountId(),
                volume.region(),
                volume.kind(),
                volume.filesystem(),
                hmac);
    }

    /** Wants it gone. */
    @CommandHandler
    public Outcome<Affected> handle(DeleteSnapshot command, @MetaDataValue(Context.KEY) Context context) {
        String id = command.snapshotId();
        // The volume is locked first; which one that is the snapshot knows.
        Optional<Streams.Loaded<Volume>> volume = links.volumeOf(id).flatMap(volumes::find);
        Optional<Streams.Loaded<Snapshot>> found =
                snapshots.find(id).filter(it -> it.get(s -> s.tenantId).equals(command.tenantId()));
        if (found.isEmpty()) {
            return Outcome.refused(SnapshotRules.notFound(id));
        }
        Streams.Loaded<Snapshot> snapshot = found.get();
        ResourceRef resource = snapshot.get(SnapshotRules::resource);
        return gate.pass(context, command, "providerSnapshots.delete", MANAGE, resource, meta -> {
            if (!snapshot.get(Snapshot::isEnding)) {
                snapshot.apply(it -> it.deleting(context.caller().principal(), meta));
                if (snapshot.get(SnapshotRules::neverMade)) {
                    end(snapshot, volume, snapshot.get(it -> it.fence));
                }
            }
            return Outcome.done(new Affected(id));
        });
    }

    /** Ends a snapshot and frees its place at its volume. */
    static void end(Streams.Loaded<Snapshot> snapshot, Optional<Streams.Loaded<Volume>> volume, long fence) {
        snapshot.apply(it -> it.deleted(fence));
        String id = snapshot.get(Snapshot::id);
        volume.ifPresent(it -> it.apply(v -> v.removeSnapshot(id, LINK)));
    }
}
