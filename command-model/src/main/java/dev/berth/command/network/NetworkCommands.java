package dev.berth.command.network;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Ids;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.account.AccountView;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.network.CreateNetwork;
import dev.berth.api.network.DeleteNetwork;
import dev.berth.api.network.NetworkEvent.NetworkCreated;
import dev.berth.api.network.NetworkState;
import dev.berth.api.network.SubnetSpec;
import dev.berth.command.Gate;
import dev.berth.command.RequestDigest;
import dev.berth.command.Streams;
import dev.berth.command.account.AccountDirectory;
import dev.berth.command.account.AccountRules;
import dev.berth.command.account.Creation;
import dev.berth.command.account.ProviderRules;
import dev.berth.command.naming.Names;
import java.util.List;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What a tenant may do with its networks.
 *
 * <p>Owns: the order of checks. Does not own: how the provider comes to have them (the reconciler). Invariants: a network
 * is deleted only while no pool and no share is in it; what the provider was never asked for needs no deletion there. On
 * failure: nothing is kept; a create may be asked again with the same key.
 */
public final class NetworkCommands {
    private static final String CREATE = "networks.create";

    private final Gate gate;
    private final RequestDigest digest;
    private final AccountDirectory accounts;
    private final ProviderRules rules;
    private final Streams<Network> networks;
    private final Names names;

    /** The commands of a deployment. */
    public NetworkCommands(
            Gate gate,
            RequestDigest digest,
            AccountDirectory accounts,
            ProviderRules rules,
            Streams<Network> networks,
            Names names) {
        this.gate = gate;
        this.digest = digest;
        this.accounts = accounts;
        this.rules = rules;
        this.networks = networks;
        this.names = names;
    }

    /** The id of the network that this caller makes with this key. */
    public static String id(CreateNetwork command, Context context) {
        return Ids.derived("net", command.tenantId(), context.caller().principal(), CREATE, command.idempotencyKey());
    }

    /** Makes a network, or answers the one that the same request made before. */
    @CommandHandler
    public Outcome<Affected> handle(CreateNetwork command, @MetaDataValue(Context.KEY) Context context) {
        Optional<Problem> malformed = NetworkRules.subnets(command.subnets());
        if (malformed.isPresent()) {
            return Outcome.refused(malformed.get());
        }
        String id = id(command, context);
        String hmac = digest.digest(command);
        Optional<Streams.Loaded<Network>> before = networks.find(id);
        if (before.isPresent()) {
            return before.get().get(it -> it.requestHmac).equals(hmac)
                    ? Outcome.done(new Affected(id))
                    : Outcome.refused(
                            Problem.conflict("The idempotency key was used for another request.", "networkId", id));
        }
        Optional<AccountView> account = AccountRules.usable(accounts, command.tenantId(), command.accountId());
        if (account.isEmpty()) {
            return Outcome.refused(AccountRules.notFound(command.accountId()));
        }
        String by = context.caller().principal();
        ResourceRef draft = ResourceRef.tenant(command.tenantId());
        return gate.pass(context, command, CREATE, "compute:networks:create", draft, meta -> {
            Optional<Problem> refusal = mayCreate(command, account.get());
            if (refusal.isPresent()) {
                return Outcome.refused(refusal.get());
            }
            Optional<String> holder = names.holder(command.tenantId(), Names.Kind.NETWORK, command.name());
            if (holder.isPresent()) {
                return Outcome.refused(
                        Problem.conflict("Another network of the tenant has this name.", "networkId", holder.get()));
            }
            NetworkCreated created = new NetworkCreated(
                    id, command.tenantId(), by, command.accountId(), command.name(), command.subnets(), hmac);
            networks.create(() -> Network.create(created, meta));
            names.claim(command.tenantId(), Names.Kind.NETWORK, command.name(), id, MetaData.emptyInstance());
            return Outcome.done(new Affected(id));
        });
    }

    private Optional<Problem> mayCreate(CreateNetwork command, AccountView account) {
        for (int i = 0; i < command.subnets().size(); i++) {
            SubnetSpec subnet = command.subnets().get(i);
            Optional<Problem> refusal = AccountRules.inItsRegions(account, "subnets[" + i + "].region", subnet.region())
                    .or(() -> AccountRules.asProblem(
                            rules.subnet(account.provider(), command.name(), subnet.region(), subnet.cidr())));
            if (refusal.isPresent()) {
                return refusal;
            }
        }
        return Optional.empty();
    }

    /** Wants it gone. */
    @CommandHandler
    public Outcome<Affected> handle(DeleteNetwork command, @MetaDataValue(Context.KEY) Context context) {
        String networkId = command.networkId();
        Optional<Streams.Loaded<Network>> found =
                networks.find(networkId).filter(it -> it.get(Network::tenantId).equals(command.tenantId()));
        if (found.isEmpty()) {
            return Outcome.refused(NetworkRules.notFound(networkId));
        }
        Streams.Loaded<Network> network = found.get();
        ResourceRef resource = network.get(NetworkRules::resource);
        return gate.pass(context, command, "networks.delete", "compute:networks:delete", resource, meta -> {
            if (network.get(Network::ending)) {
                return Outcome.done(new Affected(networkId));
            }
            Optional<Problem> used = network.get(NetworkRules::unused);
            if (used.isPresent()) {
                return Outcome.refused(used.get());
            }
            network.apply(it -> it.deleting(context.caller().principal(), meta));
            for (String region : List.copyOf(network.get(it -> it.subnets.keySet()))) {
                network.apply(it -> forget(it, region));
            }
            end(network, names);
            return Outcome.done(new Affected(networkId));
        });
    }

    /** What the provider certainly has not needs no step. */
    private static void forget(Network network, String region) {
        Subnet subnet = network.subnets.get(region);
        if (subnet != null && subnet.creation == Creation.NONE) {
            network.subnetDeleted(region, subnet.fence);
        }
    }

    /** Ends a network that is to be deleted once no subnet is left, and frees its name. */
    static void end(Streams.Loaded<Network> network, Names names) {
        boolean over = network.get(it -> it.state == NetworkState.DELETING && it.hasNoSubnets());
        if (over) {
            network.apply(Network::deleted);
            names.release(
                    network.get(Network::tenantId),
                    Names.Kind.NETWORK,
                    network.get(it -> it.name),
                    network.get(Network::id),
                    MetaData.emptyInstance());
        }
    }
}
