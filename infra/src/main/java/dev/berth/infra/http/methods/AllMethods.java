package dev.berth.infra.http.methods;

import dev.berth.api.iam.AccessDecider;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Commands;
import dev.berth.infra.http.History;
import dev.berth.infra.http.InstanceWaits;
import dev.berth.infra.http.MethodRegistry;
import dev.berth.infra.http.Mutations;
import dev.berth.infra.http.OwnWrites;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.http.Reads;
import dev.berth.infra.http.TokenIssuer;
import java.util.List;
import java.util.stream.Stream;

/** Every method that this deployment serves. */
public final class AllMethods {
    private AllMethods() {}

    /** The registry of all groups, over the deployment's own parts. */
    public static MethodRegistry registry(
            Commands commands,
            ReadModels models,
            AccessDecider decider,
            OwnWrites ownWrites,
            TokenIssuer issuer,
            InstanceWaits waits,
            History history) {
        Mutations mutations = new Mutations(commands);
        Reads reads = new Reads(decider, ownWrites);
        PoolMethods pools = new PoolMethods(mutations, reads, models);
        NodeMethods nodes = new NodeMethods(mutations, reads, models);
        ProviderMethods providers = new ProviderMethods(mutations, reads, models);
        VolumeMethods volumes = new VolumeMethods(mutations, reads, models);
        ImageMethods images = new ImageMethods(mutations, reads, models);
        TenancyMethods tenancy = new TenancyMethods(mutations, reads, models);
        IamMethods iam = new IamMethods(mutations, reads, models, issuer, decider);
        SubscriptionMethods subscriptions = new SubscriptionMethods(mutations, reads, models);
        InstanceMethods instances = new InstanceMethods(mutations, reads, models, waits);
        OperationMethods operations = new OperationMethods(history);
        return new MethodRegistry(Stream.<List<ApiMethod<?>>>of(
                        instances.instances(),
                        pools.pools(),
                        pools.flavors(),
                        volumes.volumes(),
                        volumes.snapshots(),
                        providers.accounts(),
                        providers.networks(),
                        nodes.nodes(),
                        nodes.addressRanges(),
                        images.images(),
                        images.signers(),
                        tenancy.projects(),
                        tenancy.quotas(),
                        tenancy.tenants(),
                        iam.tokens(),
                        iam.policies(),
                        iam.decisions(),
                        iam.replays(history),
                        iam.confirmations(),
                        instances.events(),
                        operations.projections(),
                        operations.sagas(),
                        new UsageMethods(reads, history).usage(),
                        new AuditMethods(reads, history).audit(),
                        new InventoryMethods(mutations, reads, models, history).inventory(),
                        subscriptions.subscriptions())
                .flatMap(List::stream)
                .toList());
    }
}
