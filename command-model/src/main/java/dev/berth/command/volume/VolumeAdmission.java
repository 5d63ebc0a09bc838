package dev.berth.command.volume;

import dev.berth.api.Affected;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.account.AccountView;
import dev.berth.api.quota.Quotas;
import dev.berth.api.volume.VolumeKind;
import dev.berth.command.Streams;
import dev.berth.command.account.AccountDirectory;
import dev.berth.command.account.AccountRules;
import dev.berth.command.account.ProviderRules;
import dev.berth.command.account.ProviderRules.Feature;
import dev.berth.command.instance.Instance;
import dev.berth.command.naming.Names;
import dev.berth.command.network.Network;
import dev.berth.command.network.NetworkRules;
import dev.berth.command.quota.Quota;
import java.util.List;
import java.util.Optional;
import org.axonframework.messaging.MetaData;
import org.jspecify.annotations.Nullable;

/**
 * Admits volumes, new ones and those made from snapshots: names, charge and the volume itself in one unit of work.
 *
 * <p>Owns: the rules of an admission and the order of its locks (instance, volume, snapshot, network, names, quota). Does
 * not own: whether the caller may (policies), and what the provider will say once it is asked. Invariants: everything is
 * appended together or nothing is; what the provider is known to refuse is refused before quota is booked; without a
 * quota row nothing is admitted. On failure: the caller tries again with the same key.
 */
public final class VolumeAdmission {
    private static final MetaData LINK = MetaData.emptyInstance();

    private final AccountDirectory accounts;
    private final ProviderRules rules;
    private final Streams<Volume> volumes;
    private final Streams<Network> networks;
    private final Streams<Quota> quotas;
    private final Names names;

    /** The admission of a deployment. */
    public VolumeAdmission(
            AccountDirectory accounts,
            ProviderRules rules,
            Streams<Volume> volumes,
            Streams<Network> networks,
            Streams<Quota> quotas,
            Names names) {
        this.accounts = accounts;
        this.rules = rules;
        this.volumes = volumes;
        this.networks = networks;
        this.quotas = quotas;
        this.names = names;
    }

    /** What was asked for with this id before: the answer to the same request, or to another one. */
    public Optional<Outcome<Affected>> before(String id, String requestHmac) {
        return volumes.find(id)
                .map(before -> before.get(it -> it.requestHmac).equals(requestHmac)
                        ? Outcome.done(new Affected(id))
                        : Outcome.refused(
                                Problem.conflict("The idempotency key was used for another request.", "volumeId", id)));
    }

    /**
     * Admits a volume that the caller may have.
     *
     * @param instance what it is to be attached to, which is the tenant's
     * @param metas    beside the volume's first event, and the instance's
     */
    public Outcome<Affected> admit(
            NewVolume wanted, Optional<Streams.Loaded<Instance>> instance, List<MetaData> metas) {
        Optional<Streams.Loaded<Network>> network =
                Optional.ofNullable(wanted.networkId()).map(networks::get);
        Optional<Problem> refusal = refusal(wanted, network, instance);
        if (refusal.isPresent()) {
            return Outcome.refused(refusal.get());
        }
        Optional<String> holder = names.holder(wanted.tenantId(), Names.Kind.VOLUME, wanted.name());
        if (holder.isPresent()) {
            return Outcome.refused(
                    Problem.conflict("Another volume of the tenant has this name.", "volumeId", holder.get()));
        }
        String providerName = providerName(wanted);
        Quotas charge = Quotas.ofDisk(wanted.sizeGiB());
        Optional<Streams.Loaded<Quota>> quota = quotas.find(wanted.quotaId());
        Optional<Problem> exceeded =
                quota.map(it -> it.get(q -> q.mayCharge(charge))).orElseGet(() -> Quota.mayChargeWithoutRow(charge));
        if (exceeded.isPresent()) {
            return Outcome.refused(exceeded.get());
        }
        @Nullable
        String subnet = network.flatMap(it -> it.get(n -> n.providerId(wanted.region())))
                .orElse(null);
        String id = wanted.id();
        Streams.Loaded<Volume> volume =
                volumes.create(() -> Volume.create(wanted.created(providerName, subnet), metas.getFirst()));
        instance.ifPresent(it -> {
            volume.apply(v -> v.attaching(it.get(Instance::id), LINK));
            it.apply(i -> i.link(id, metas.getLast()));
        });
        network.ifPresent(it -> it.apply(n -> n.use(id, LINK)));
        names.claim(wanted.tenantId(), Names.Kind.VOLUME, wanted.name(), id, LINK);
        names.claimAtProvider(wanted.tenantId(), providerName, id, LINK);
        quota.orElseThrow().apply(it -> it.charge(id, charge, LINK));
        return Outcome.done(new Affected(id));
    }

    private Optional<Problem> refusal(
            NewVolume wanted, Optional<Streams.Loaded<Network>> network, Optional<Streams.Loaded<Instance>> instance) {
        Optional<AccountView> account = accounts.account(wanted.accountId());
        return AccountRules.admits(wanted.pool(), account)
                .or(() -> offered(wanted, account.orElseThrow()))
                .or(() -> AccountRules.inItsRegions(account.orElseThrow(), "region", wanted.region()))
                .or(() -> network.flatMap(it -> it.get(n -> fits(wanted, n))))
                .or(() -> AccountRules.asProblem(
                        rules.volume(account.orElseThrow().provider(), wanted.draft())))
                .or(() -> instance.flatMap(it -> it.get(i -> fits(wanted, i))));
    }

    private Optional<Problem> offered(NewVolume wanted, AccountView account) {
        if (!rules.offers(account.provider(), Feature.VOLUMES)) {
            return Optional.of(Problem.unsupported("volumes", "The pool's provider has no volumes."));
        }
        return wanted.kind() == VolumeKind.SHARED && !rules.offers(account.provider(), Feature.SHARED_VOLUMES)
                ? Optional.of(Problem.unsupported("sharedVolumes", "The pool's provider has no shared volumes."))
                : Optional.empty();
    }

    private static Optional<Problem> fits(NewVolume wanted, Network network) {
        return NetworkRules.ofAccount(network, wanted.accountId())
                .or(() -> NetworkRules.notEnding(network))
                .or(() -> NetworkRules.reaches(network, wanted.region()))
                .or(() -> NetworkRules.ready(network, wanted.region()));
    }

    private static Optional<Problem> fits(NewVolume wanted, Instance instance) {
        VolumeRules.Place place =
                new VolumeRules.Place(wanted.accountId(), wanted.region(), wanted.kind(), wanted.networkId());
        return VolumeRules.fits(place, instance).or(instance::endingProblem);
    }

    /** The volume's own name; where another volume of the deployment has that, with a part of its id behind it. */
    private String providerName(NewVolume wanted) {
        String part = wanted.id().substring(wanted.id().indexOf('_') + 1);
        return List.of(wanted.name(), wanted.name() + "-" + part.substring(0, 8)).stream()
                .filter(it -> names.holderAtProvider(it).isEmpty())
                .findFirst()
                .orElseGet(() -> wanted.name() + "-" + part.substring(0, 16));
    }
}
