package dev.berth.infra.wiring;

import dev.berth.api.iam.AccessDecider;
import dev.berth.api.instance.UserData;
import dev.berth.command.Gate;
import dev.berth.command.RequestDigest;
import dev.berth.command.Streams;
import dev.berth.command.account.Account;
import dev.berth.command.account.AccountCommands;
import dev.berth.command.account.AccountDirectory;
import dev.berth.command.account.AccountObservations;
import dev.berth.command.account.EndpointRules;
import dev.berth.command.account.ProviderRules;
import dev.berth.command.address.AddressRange;
import dev.berth.command.address.PoolRanges;
import dev.berth.command.address.RangeCommands;
import dev.berth.command.address.RangeDirectory;
import dev.berth.command.iam.Confirmation;
import dev.berth.command.iam.ConfirmationCommands;
import dev.berth.command.iam.Confirmations;
import dev.berth.command.iam.Policy;
import dev.berth.command.iam.PolicyChecker;
import dev.berth.command.iam.PolicyCommands;
import dev.berth.command.iam.Token;
import dev.berth.command.iam.TokenCommands;
import dev.berth.command.image.Image;
import dev.berth.command.image.ImageCommands;
import dev.berth.command.image.ImageDirectory;
import dev.berth.command.image.Signer;
import dev.berth.command.image.SignerCommands;
import dev.berth.command.instance.DraftResolver;
import dev.berth.command.instance.ImageSource;
import dev.berth.command.instance.Instance;
import dev.berth.command.instance.InstanceAdmission;
import dev.berth.command.instance.InstanceCommands;
import dev.berth.command.instance.InstanceObservations;
import dev.berth.command.instance.InstanceOutcomes;
import dev.berth.command.instance.ProviderObservations;
import dev.berth.command.instance.ProviderPlace;
import dev.berth.command.instance.UserDataVault;
import dev.berth.command.naming.NameClaim;
import dev.berth.command.naming.Names;
import dev.berth.command.network.Network;
import dev.berth.command.network.NetworkCommands;
import dev.berth.command.network.NetworkObservations;
import dev.berth.command.node.Inventory;
import dev.berth.command.node.InventoryCommands;
import dev.berth.command.node.Node;
import dev.berth.command.node.NodeCommands;
import dev.berth.command.node.NodeObservations;
import dev.berth.command.node.NodeRoom;
import dev.berth.command.node.Placer;
import dev.berth.command.pool.Flavor;
import dev.berth.command.pool.FlavorCommands;
import dev.berth.command.pool.OwnPools;
import dev.berth.command.pool.Pool;
import dev.berth.command.pool.PoolCommands;
import dev.berth.command.pool.PoolDirectory;
import dev.berth.command.pool.ProviderSides;
import dev.berth.command.project.Project;
import dev.berth.command.project.ProjectCommands;
import dev.berth.command.project.ProjectDirectory;
import dev.berth.command.quota.Quota;
import dev.berth.command.quota.QuotaCommands;
import dev.berth.command.refusal.RefusalCommands;
import dev.berth.command.refusal.RefusalLog;
import dev.berth.command.refusal.Refusals;
import dev.berth.command.snapshot.Snapshot;
import dev.berth.command.snapshot.SnapshotCommands;
import dev.berth.command.snapshot.SnapshotObservations;
import dev.berth.command.snapshot.SnapshotRestore;
import dev.berth.command.subscription.Receivers;
import dev.berth.command.subscription.Subscription;
import dev.berth.command.subscription.SubscriptionCommands;
import dev.berth.command.tenant.Tenant;
import dev.berth.command.tenant.TenantCommands;
import dev.berth.command.tenant.TenantDirectory;
import dev.berth.command.volume.AttachmentObservations;
import dev.berth.command.volume.Volume;
import dev.berth.command.volume.VolumeAdmission;
import dev.berth.command.volume.VolumeCommands;
import dev.berth.command.volume.VolumeCreation;
import dev.berth.command.volume.VolumeLinks;
import dev.berth.command.volume.VolumeObservations;
import dev.berth.command.volume.VolumesOfInstances;
import dev.berth.infra.store.AggregateKind;
import dev.berth.infra.store.AggregateRepositories;
import dev.berth.infra.store.CommandDispatcher;
import java.util.List;
import org.axonframework.commandhandling.AnnotationCommandHandlerAdapter;
import org.axonframework.commandhandling.CommandBus;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The command model: its aggregates, and what handles commands. */
@Configuration(proxyBeanMethods = false)
class CommandModelConfiguration {
    private static final int WARM = 5_000;

    /** The aggregates, each as hot as its use. */
    record Aggregates(
            Streams<Instance> instances,
            Streams<Quota> quotas,
            Streams<AddressRange> ranges,
            Streams<PoolRanges> poolRanges,
            Streams<Node> nodes,
            Streams<Pool> pools,
            Streams<Flavor> flavors,
            Streams<Image> images,
            Streams<Signer> signers,
            Streams<Project> projects,
            Streams<Tenant> tenants,
            Streams<Token> tokens,
            Streams<Policy> policies,
            Streams<Confirmation> confirmations,
            Streams<Account> accounts,
            Streams<Network> networks,
            Streams<Volume> volumes,
            Streams<Snapshot> snapshots,
            Streams<Subscription> subscriptions,
            Streams<NameClaim> names,
            Streams<RefusalLog> refusals,
            Streams<Inventory> inventories) {}

    @Bean
    Aggregates aggregates(AggregateRepositories make) {
        return new Aggregates(
                make.streams(AggregateKind.warm(Instance.class, "instance.state", WARM)),
                make.streams(AggregateKind.hot(Quota.class, "quota.state")),
                make.streams(AggregateKind.hot(AddressRange.class, "addressRange.state")),
                make.streams(AggregateKind.cold(PoolRanges.class, "poolRanges.state")),
                make.streams(AggregateKind.hot(Node.class, "node.state")),
                make.streams(AggregateKind.cold(Pool.class, "pool.state")),
                make.streams(AggregateKind.cold(Flavor.class, "flavor.state")),
                make.streams(AggregateKind.cold(Image.class, "image.state")),
                make.streams(AggregateKind.cold(Signer.class, "signer.state")),
                make.streams(AggregateKind.cold(Project.class, "project.state")),
                make.streams(AggregateKind.cold(Tenant.class, "tenant.state")),
                make.streams(AggregateKind.cold(Token.class, "token.state")),
                make.streams(AggregateKind.cold(Policy.class, "policy.state")),
                make.streams(AggregateKind.cold(Confirmation.class, "confirmation.state")),
                make.streams(AggregateKind.cold(Account.class, "account.state")),
                make.streams(AggregateKind.cold(Network.class, "network.state")),
                make.streams(AggregateKind.warm(Volume.class, "providerVolume.state", WARM)),
                make.streams(AggregateKind.warm(Snapshot.class, "providerSnapshot.state", WARM)),
                make.streams(AggregateKind.cold(Subscription.class, "subscription.state")),
                make.streams(AggregateKind.cold(NameClaim.class, "name.state")),
                make.streams(AggregateKind.hot(RefusalLog.class, "refusalLog.state")),
                make.streams(AggregateKind.cold(Inventory.class, "inventory.state")));
    }

    @Bean
    Gate gate(AccessDecider decider, TenantDirectory tenants, RequestDigest digest, Aggregates aggregates) {
        return new Gate(
                decider,
                tenants,
                new Confirmations(aggregates.confirmations(), digest),
                new Refusals(aggregates.refusals()));
    }

    @Bean
    DraftResolver draftResolver(
            PoolDirectory pools,
            ImageDirectory images,
            ProjectDirectory projects,
            @Value("${berth.vps.images:catalogue}") ImageSource source) {
        return new DraftResolver(pools, images, projects, source);
    }

    /** Everything that handles commands, on the bus. */
    @Bean
    CommandHandlers commandHandlers(
            CommandBus bus,
            Gate gate,
            DraftResolver resolver,
            RequestDigest digest,
            UserDataVault vault,
            RangeDirectory ranges,
            NodeRoom room,
            PolicyChecker checker,
            PoolDirectory poolDirectory,
            ImageDirectory imageDirectory,
            TenantDirectory tenants,
            ProjectDirectory projects,
            AccountDirectory accounts,
            ProviderRules rules,
            EndpointRules endpoints,
            VolumeLinks links,
            Receivers receivers,
            Aggregates all) {
        Names names = new Names(all.names());
        ProviderPlace providers = new ProviderPlace(accounts, rules);
        VolumesOfInstances volumes = new VolumesOfInstances(all.volumes(), all.networks(), names);
        InstanceOutcomes outcomes = new InstanceOutcomes(all.quotas(), all.ranges(), all.nodes(), volumes);
        VolumeAdmission volumeAdmission =
                new VolumeAdmission(accounts, rules, all.volumes(), all.networks(), all.quotas(), names);
        // No bean of its own: Axon would find its handlers and put them on the bus a second time.
        InstanceAdmission admission = new InstanceAdmission(
                gate,
                resolver,
                digest,
                unlessRehearsed(vault),
                all.instances(),
                all.quotas(),
                all.ranges(),
                ranges,
                new Placer(room, all.nodes()),
                providers);
        OwnPools ownPools = new OwnPools(poolDirectory, gate);
        ProviderSides sides = new ProviderSides(accounts, all.networks(), all.quotas());
        return new CommandHandlers(
                bus,
                List.of(
                        admission,
                        new InstanceCommands(
                                gate, resolver, admission, all.instances(), all.quotas(), all.nodes(), volumes),
                        new InstanceObservations(admission, all.instances(), outcomes),
                        new ProviderObservations(all.instances(), outcomes),
                        new AccountCommands(gate, endpoints, all.accounts(), names),
                        new AccountObservations(all.accounts()),
                        new NetworkCommands(gate, digest, accounts, rules, all.networks(), names),
                        new NetworkObservations(all.networks(), names),
                        new VolumeCreation(
                                gate,
                                digest,
                                poolDirectory,
                                projects,
                                all.instances(),
                                all.networks(),
                                volumeAdmission),
                        new VolumeCommands(
                                gate,
                                accounts,
                                rules,
                                links,
                                all.instances(),
                                all.volumes(),
                                all.networks(),
                                all.quotas(),
                                names),
                        new VolumeObservations(all.volumes(), all.networks(), all.quotas(), names),
                        new AttachmentObservations(all.volumes()),
                        new SnapshotCommands(gate, digest, accounts, rules, links, all.volumes(), all.snapshots()),
                        new SnapshotRestore(
                                gate,
                                digest,
                                poolDirectory,
                                projects,
                                accounts,
                                rules,
                                all.snapshots(),
                                volumeAdmission),
                        new SnapshotObservations(all.volumes(), all.snapshots()),
                        new NodeCommands(gate, digest, ownPools, all.nodes(), names),
                        new NodeObservations(all.nodes()),
                        new InventoryCommands(gate, all.nodes(), all.inventories()),
                        new PoolCommands(gate, digest, all.pools(), all.quotas(), names, tenants, sides),
                        new FlavorCommands(gate, ownPools, all.flavors()),
                        new RangeCommands(gate, ownPools, all.ranges(), all.poolRanges()),
                        new ImageCommands(gate, imageDirectory, all.images()),
                        new SignerCommands(gate, all.signers(), names),
                        new ProjectCommands(gate, all.projects(), names),
                        new QuotaCommands(gate, poolDirectory, all.quotas()),
                        new SubscriptionCommands(gate, all.subscriptions(), receivers),
                        new TenantCommands(gate, all.tenants()),
                        new TokenCommands(gate, all.tokens(), all.tenants()),
                        new PolicyCommands(gate, checker, all.policies()),
                        new ConfirmationCommands(gate, all.confirmations()),
                        new RefusalCommands(new Refusals(all.refusals()))));
    }

    /** A rehearsal must not leave a key behind; what it seals is never stored. */
    private static UserDataVault unlessRehearsed(UserDataVault vault) {
        return (instanceId, clearText) ->
                CommandDispatcher.isRehearsing() ? new UserData("", "") : vault.seal(instanceId, clearText);
    }

    /** The handlers, once they are on the bus. */
    static final class CommandHandlers {
        CommandHandlers(CommandBus bus, List<Object> handlers) {
            handlers.forEach(it -> new AnnotationCommandHandlerAdapter<>(it).subscribe(bus));
        }
    }
}
