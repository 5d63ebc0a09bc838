package dev.berth.command.volume;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.quota.Quotas;
import dev.berth.api.volume.AttachVolume;
import dev.berth.api.volume.DeleteVolume;
import dev.berth.api.volume.DetachVolume;
import dev.berth.api.volume.ResizeVolume;
import dev.berth.api.volume.VolumeKind;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import dev.berth.command.account.AccountDirectory;
import dev.berth.command.account.AccountRules;
import dev.berth.command.account.ProviderRules;
import dev.berth.command.instance.Instance;
import dev.berth.command.instance.InstanceRules;
import dev.berth.command.naming.Names;
import dev.berth.command.network.Network;
import dev.berth.command.quota.Quota;
import dev.berth.command.quota.Refund;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What a tenant may want of a volume once it is admitted.
 *
 * <p>Owns: changes of what is wanted, of the volume and of its attachments. Does not own: what is then done about it (the
 * reconciler). Invariants: asking for what is wanted already changes nothing; attach and detach are recorded with the
 * instance too, in the same unit of work; locks in the fixed order (instance, volume, network, names, quota). On failure:
 * nothing is kept; the caller may ask again.
 */
public final class VolumeCommands {
    static final String MANAGE = "compute:volumes:manage";
    private static final MetaData LINK = MetaData.emptyInstance();

    private final Gate gate;
    private final AccountDirectory accounts;
    private final ProviderRules rules;
    private final VolumeLinks links;
    private final Streams<Instance> instances;
    private final Streams<Volume> volumes;
    private final Streams<Quota> quotas;
    private final VolumeEnding ending;

    /** The commands of a deployment. */
    public VolumeCommands(
            Gate gate,
            AccountDirectory accounts,
            ProviderRules rules,
            VolumeLinks links,
            Streams<Instance> instances,
            Streams<Volume> volumes,
            Streams<Network> networks,
            Streams<Quota> quotas,
            Names names) {
        this.gate = gate;
        this.accounts = accounts;
        this.rules = rules;
        this.links = links;
        this.instances = instances;
        this.volumes = volumes;
        this.quotas = quotas;
        this.ending = new VolumeEnding(networks, names);
    }

    /** Wants it on an instance. */
    @CommandHandler
    public Outcome<Affected> handle(AttachVolume command, @MetaDataValue(Context.KEY) Context context) {
        String instanceId = command.instanceId();
        Optional<Streams.Loaded<Instance>> instance =
                instances.find(instanceId).filter(it -> it.get(i -> i.belongsTo(command.tenantId())));
        Optional<Streams.Loaded<Volume>> found = find(command, command.volumeId());
        if (found.isEmpty()) {
            return Outcome.refused(VolumeRules.notFound(command.volumeId()));
        }
        if (instance.isEmpty()) {
            return Outcome.refused(InstanceRules.notFound(instanceId));
        }
        Streams.Loaded<Volume> volume = found.get();
        List<Gate.Ask> asks = List.of(
                new Gate.Ask(MANAGE, volume.get(VolumeRules::resource)),
                new Gate.Ask(InstanceRules.UPDATE, instance.get().get(InstanceRules::resource)));
        return gate.passAll(context, command, "providerVolumes.attach", asks, metas -> {
            Optional<Problem> unusable = volume.get(VolumeRules::usable);
            if (unusable.isPresent()) {
                return Outcome.refused(unusable.get());
            }
            if (volume.get(it -> VolumeRules.isWantedOn(it, instanceId))) {
                return Outcome.done(new Affected(command.volumeId()));
            }
            VolumeRules.Place place = volume.get(VolumeRules.Place::of);
            Optional<Problem> refusal = instance.get()
                    .get(it -> VolumeRules.fits(place, it))
                    .or(() -> volume.get(it -> VolumeRules.mayAttach(it, instanceId)))
                    .or(() -> instance.get().get(Instance::endingProblem));
            if (refusal.isPresent()) {
                return Outcome.refused(refusal.get());
            }
            volume.apply(it -> it.attaching(instanceId, metas.getFirst()));
            instance.get().apply(it -> it.link(command.volumeId(), metas.getLast()));
            return Outcome.done(new Affected(command.volumeId()));
        });
    }

    /** Wants it off an instance. */
    @CommandHandler
    public Outcome<Affected> handle(DetachVolume command, @MetaDataValue(Context.KEY) Context context) {
        // The instance is locked first; which one that is may be known to the volume alone.
        Optional<String> expected =
                Optional.ofNullable(command.instanceId()).or(() -> links.instanceOf(command.volumeId()));
        Optional<Streams.Loaded<Instance>> instance =
                expected.flatMap(instances::find).filter(it -> it.get(i -> i.belongsTo(command.tenantId())));
        return onVolume(context, command, command.volumeId(), "providerVolumes.detach", (volume, meta) -> {
            Optional<Problem> unnamed = volume.get(it -> VolumeRules.namesInstance(it, command.instanceId()));
            if (unnamed.isPresent()) {
                return unnamed;
            }
            Optional<String> on = Optional.ofNullable(command.instanceId())
                    .or(() -> volume.get(it -> it.attachments.keySet().stream().findFirst()))
                    .filter(it -> volume.get(v -> v.attachment(it)).isPresent());
            if (on.isEmpty()) {
                return Optional.empty();
            }
            if (!on.equals(expected)) {
                throw new VolumeMoved(command.volumeId());
            }
            Optional<Problem> going = volume.get(VolumeRules::staysOnItsInstance);
            if (going.isPresent() || !volume.get(it -> VolumeRules.isWantedOn(it, on.get()))) {
                return going;
            }
            boolean machineThere =
                    instance.map(it -> it.get(Instance::hasMachine)).orElse(false);
            volume.apply(it -> it.detach(on.get(), machineThere, meta));
            instance.ifPresent(it -> it.apply(i -> i.unlink(command.volumeId(), LINK)));
            return Optional.empty();
        });
    }

    /** Wants it larger. */
    @CommandHandler
    public Outcome<Affected> handle(ResizeVolume command, @MetaDataValue(Context.KEY) Context context) {
        return onVolume(context, command, command.volumeId(), "providerVolumes.resize", (volume, meta) -> {
            Optional<Problem> refusal = volume.get(VolumeRules::usable)
                    .or(() -> volume.get(it -> VolumeRules.grows(it, command.sizeGiB())));
            int growth = command.sizeGiB() - volume.get(it -> it.sizeGiB);
            if (refusal.isPresent() || growth == 0) {
                return refusal;
            }
            VolumeKind kind = volume.get(it -> it.kind);
            Optional<Problem> tooLarge = accounts.account(volume.get(it -> it.accountId))
                    .flatMap(it -> AccountRules.asProblem(rules.volumeSize(it.provider(), kind, command.sizeGiB())));
            if (tooLarge.isPresent()) {
                return tooLarge;
            }
            Quotas charge = Quotas.ofDisk(growth);
            Streams.Loaded<Quota> quota = quotas.get(volume.get(it -> it.quotaId));
            Optional<Problem> exceeded = quota.get(it -> it.mayCharge(charge));
            if (exceeded.isPresent()) {
                return exceeded;
            }
            volume.apply(it -> it.resizing(command.sizeGiB(), meta));
            quota.apply(it -> it.charge(command.volumeId(), charge, LINK));
            return Optional.empty();
        });
    }

    /** Wants it gone. */
    @CommandHandler
    public Outcome<Affected> handle(DeleteVolume command, @MetaDataValue(Context.KEY) Context context) {
        String by = context.caller().principal();
        return onVolume(context, command, command.volumeId(), "providerVolumes.delete", (volume, meta) -> {
            if (volume.get(Volume::isEnding)) {
                return Optional.empty();
            }
            Optional<Problem> attached = volume.get(VolumeRules::onNoInstance);
            if (attached.isPresent()) {
                return attached;
            }
            volume.apply(it -> it.deleting(by, null, meta));
            if (volume.get(VolumeRules::neverMade)) {
                Refund refund = ending.end(volume, volume.get(it -> it.fence));
                Refund.all(quotas, List.of(refund), LINK);
            }
            return Optional.empty();
        });
    }

    private interface Change {
        Optional<Problem> on(Streams.Loaded<Volume> volume, MetaData meta);
    }

    private Optional<Streams.Loaded<Volume>> find(Command command, String volumeId) {
        return volumes.find(volumeId).filter(it -> it.get(v -> v.tenantId).equals(command.tenantId()));
    }

    private Outcome<Affected> onVolume(
            Context context, Command command, String volumeId, String method, Change change) {
        Optional<Streams.Loaded<Volume>> found = find(command, volumeId);
        if (found.isEmpty()) {
            return Outcome.refused(VolumeRules.notFound(volumeId));
        }
        Streams.Loaded<Volume> volume = found.get();
        ResourceRef resource = volume.get(VolumeRules::resource);
        Function<MetaData, Outcome<Affected>> allowed = meta -> change.on(volume, meta)
                .<Outcome<Affected>>map(Outcome::refused)
                .orElseGet(() -> Outcome.done(new Affected(volumeId)));
        return gate.pass(context, command, method, MANAGE, resource, allowed);
    }
}
