package dev.berth.command;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.GUEST;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.SMALL;
import static dev.berth.command.Given.SMALL_SHAPE;
import static dev.berth.command.Given.id;
import static dev.berth.command.Given.named;
import static dev.berth.command.Given.quota;

import dev.berth.api.DomainEvent;
import dev.berth.api.account.AccountEvent.AccountCreated;
import dev.berth.api.account.ProviderKind;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceEvent.InstanceAssigned;
import dev.berth.api.instance.InstanceEvent.InstanceCreated;
import dev.berth.api.instance.InstanceEvent.InstanceProvisioning;
import dev.berth.api.instance.InstanceEvent.InstanceRunning;
import dev.berth.api.instance.Placement;
import dev.berth.api.network.NetworkEvent.NetworkCreated;
import dev.berth.api.network.NetworkEvent.NetworkReady;
import dev.berth.api.network.NetworkEvent.NetworkUsed;
import dev.berth.api.network.NetworkEvent.SubnetReady;
import dev.berth.api.network.SubnetSpec;
import dev.berth.api.pool.PoolEvent.PoolCreated;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.api.quota.Quotas;
import dev.berth.command.quota.Quota;
import java.util.List;

/** What happened at a provider before, as the events that the real commands would have made of it. */
public final class Provided {
    /** An account with two regions, a pool in the first one, and a network that reaches both. */
    public static final String ACCOUNT = id("acct", 1);

    public static final String POOL = id("pool", 5);
    public static final String NETWORK = id("net", 1);
    public static final String HERE = "fra1";
    public static final String THERE = "ams3";

    /** A machine that runs, and another one. */
    public static final String INSTANCE = id("inst", 1);

    public static final String ANOTHER = id("inst", 2);

    private Provided() {}

    /** An account of this tenant. */
    public static List<DomainEvent> account(String accountId, String tenantId, String name) {
        return List.of(
                new AccountCreated(
                        accountId,
                        tenantId,
                        "ann",
                        name,
                        ProviderKind.DIGITALOCEAN,
                        List.of(HERE, THERE),
                        "env:TOKEN",
                        null),
                named(tenantId, "account", name, accountId));
    }

    /** A network with subnets that are there. */
    public static List<DomainEvent> network(String networkId, String accountId, String tenantId, String name) {
        return List.of(
                new NetworkCreated(
                        networkId,
                        tenantId,
                        "ann",
                        accountId,
                        name,
                        List.of(new SubnetSpec(HERE, "10.10.0.0/20"), new SubnetSpec(THERE, "10.11.0.0/20")),
                        "hmac"),
                named(tenantId, "network", name, networkId),
                new SubnetReady(networkId, tenantId, HERE, "vpc-here", 1),
                new SubnetReady(networkId, tenantId, THERE, "vpc-there", 2),
                new NetworkReady(networkId, tenantId));
    }

    /** A provider pool of ACME's account and network, with limits for 10 small machines and 1000 GiB. */
    public static List<DomainEvent> pool() {
        return List.of(
                new PoolCreated(POOL, ACME, "ann", "cloud", PoolKind.PROVIDER, ACCOUNT, HERE, NETWORK, "hmac"),
                new NetworkUsed(NETWORK, ACME, POOL),
                named(ACME, "pool", "cloud", POOL),
                quota(ACME, POOL, new Quotas(10, 20, 0, 1000)),
                Given.flavor(POOL, ACME, SMALL, SMALL_SHAPE));
    }

    /** A machine of ACME that is wanted. */
    public static List<DomainEvent> wanted(String instanceId, String region, String networkId) {
        String quotaId = Quota.id(ACME, POOL);
        return List.of(
                new InstanceCreated(
                        instanceId,
                        ACME,
                        "ann",
                        POOL,
                        quotaId,
                        Placement.PROVIDER,
                        null,
                        SMALL,
                        SMALL_SHAPE,
                        "debian-12-x64",
                        null,
                        null,
                        false,
                        List.of(),
                        null,
                        DesiredState.RUNNING,
                        null,
                        "hmac"),
                new QuotaCharged(quotaId, ACME, POOL, instanceId, Quotas.ofProvider(SMALL_SHAPE)),
                new InstanceAssigned(instanceId, ACME, ACCOUNT, region, networkId, SMALL));
    }

    /** A machine of ACME that runs. */
    public static List<DomainEvent> running(String instanceId, String region, String networkId) {
        return Scenario.all(
                wanted(instanceId, region, networkId),
                List.of(
                        new InstanceProvisioning(instanceId, ACME, "droplet-" + instanceId.substring(20)),
                        new InstanceRunning(instanceId, ACME, 1)));
    }

    /** Everything that a volume needs, and two machines that run. */
    public static List<DomainEvent> everything() {
        return Scenario.all(
                Given.tenants(ACME, GUEST, OTHER),
                account(ACCOUNT, ACME, "cloud"),
                network(NETWORK, ACCOUNT, ACME, "net"),
                pool(),
                running(INSTANCE, HERE, NETWORK),
                running(ANOTHER, HERE, NETWORK));
    }
}
