package dev.berth.command.network;

import dev.berth.api.Affected;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.account.ProviderFailure;
import dev.berth.api.network.NetworkObservation.Result;
import dev.berth.api.network.NetworkObservation.SubnetCreateBegins;
import dev.berth.api.network.NetworkObservation.SubnetMissing;
import dev.berth.api.network.NetworkObservation.SubnetStepEnded;
import dev.berth.api.network.NetworkOperation;
import dev.berth.api.network.NetworkState;
import dev.berth.command.Streams;
import dev.berth.command.account.Creation;
import dev.berth.command.naming.Names;
import java.util.Locale;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;

/**
 * What the reconciler saw of networks, turned into events.
 *
 * <p>Owns: which observations count. Does not own: how they were made. Invariants: what a provider gave out is recorded,
 * whatever is wanted by then; any other outcome of what is no longer wanted changes nothing. On failure: the same
 * observation may come again and is then void.
 */
public final class NetworkObservations {
    /** The reason of a network that the provider has no more. */
    static final String MISSING = "missing";

    private final Streams<Network> networks;
    private final Names names;

    /** The observations of a deployment. */
    public NetworkObservations(Streams<Network> networks, Names names) {
        this.networks = networks;
        this.names = names;
    }

    /** The provider is about to be asked for a subnet. */
    @CommandHandler
    public Outcome<Affected> handle(SubnetCreateBegins begins) {
        Optional<Streams.Loaded<Network>> network = networks.find(begins.networkId());
        boolean wanted = network.isPresent()
                && network.get().get(it -> mayCreate(it, begins.region(), begins.basedOn(), begins.fence()));
        if (!wanted) {
            return Outcome.refused(Problem.invalidState(
                    "The subnet is not to be made.",
                    network.map(it -> it.get(n -> n.state.name().toLowerCase(Locale.ROOT)))
                            .orElse("unknown")));
        }
        network.get().apply(it -> it.createBegun(begins.region(), begins.sentName(), begins.fence()));
        return Outcome.done(new Affected(begins.networkId()));
    }

    private static boolean mayCreate(Network network, String region, long basedOn, long fence) {
        Subnet subnet = network.subnets.get(region);
        return subnet != null
                && !network.ending()
                && subnet.creation != Creation.MADE
                && fence > subnet.fence
                && basedOn >= network.wantedSince;
    }

    /** A step on a subnet ended. */
    @CommandHandler
    public Outcome<Affected> handle(SubnetStepEnded ended) {
        networks.find(ended.networkId()).ifPresent(network -> {
            boolean counts = network.get(it -> counts(it, ended));
            if (counts) {
                switch (ended.result()) {
                    case Result.Made made -> {
                        if (ended.operation() == NetworkOperation.CREATE) {
                            network.apply(it -> it.made(ended.region(), made.providerId(), ended.fence()));
                        }
                    }
                    case Result.Gone gone -> {
                        if (ended.operation() == NetworkOperation.DELETE) {
                            network.apply(it -> it.subnetDeleted(ended.region(), ended.fence()));
                            NetworkCommands.end(network, names);
                        }
                    }
                    case Result.Failed failed -> network.apply(it -> failed(it, ended, failed.failure()));
                }
            }
        });
        return Outcome.done(new Affected(ended.networkId()));
    }

    private static boolean counts(Network network, SubnetStepEnded ended) {
        Subnet subnet = network.subnets.get(ended.region());
        if (subnet == null || subnet.state == NetworkState.DELETED || ended.fence() <= subnet.fence) {
            return false;
        }
        return ended.operation() == NetworkOperation.CREATE
                ? subnet.creation != Creation.MADE
                : network.state == NetworkState.DELETING && ended.basedOn() >= network.wantedSince;
    }

    private static void failed(Network network, SubnetStepEnded ended, ProviderFailure failure) {
        Subnet subnet = network.subnet(ended.region());
        boolean create = ended.operation() == NetworkOperation.CREATE;
        boolean news = !subnet.trouble.equals(failure.reason());
        boolean refused = create && failure.certainty() == ProviderFailure.Certainty.REFUSED;
        if (refused && !network.ending() && (news || subnet.state != NetworkState.ERROR)) {
            network.errored(ended.region(), failure.reason(), failure.message(), ended.fence());
        } else if (news || (create && failure.certain() && subnet.creation == Creation.BEGUN)) {
            network.stepFailed(ended.region(), ended.operation(), failure, ended.fence());
        }
    }

    /** The provider has a subnet no more. */
    @CommandHandler
    public Outcome<Affected> handle(SubnetMissing missing) {
        networks.find(missing.networkId()).ifPresent(network -> {
            boolean news = network.get(it -> {
                Subnet subnet = it.subnets.get(missing.region());
                return it.revision == missing.basedOn() && subnet != null && subnet.state == NetworkState.READY;
            });
            if (news) {
                String message = "The provider has the network in " + missing.region() + " no more.";
                network.apply(it -> it.errored(missing.region(), MISSING, message, it.subnet(missing.region()).fence));
            }
        });
        return Outcome.done(new Affected(missing.networkId()));
    }
}
