package dev.berth.infra.http;

import dev.berth.api.address.ListAddressRanges;
import dev.berth.api.address.RangeView;
import dev.berth.api.feed.ListEvents;
import dev.berth.api.feed.PublishedEvent;
import dev.berth.api.iam.ConfirmationView;
import dev.berth.api.iam.ListConfirmations;
import dev.berth.api.iam.ListPolicies;
import dev.berth.api.iam.ListTokens;
import dev.berth.api.iam.PolicyView;
import dev.berth.api.iam.TokenView;
import dev.berth.api.image.ImageView;
import dev.berth.api.image.ListImages;
import dev.berth.api.image.ListSigners;
import dev.berth.api.image.SignerView;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.instance.ListInstances;
import dev.berth.api.node.ListNodes;
import dev.berth.api.node.NodeView;
import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.ListFlavors;
import dev.berth.api.pool.ListPools;
import dev.berth.api.pool.PoolView;
import dev.berth.api.project.ListProjects;
import dev.berth.api.project.ProjectView;
import dev.berth.api.quota.ListQuotas;
import dev.berth.api.quota.QuotaView;
import dev.berth.api.quota.ResourceKind;
import dev.berth.api.subscription.ListSubscriptions;
import dev.berth.api.subscription.SubscriptionView;
import dev.berth.api.tenant.ListTenants;
import dev.berth.api.tenant.TenantView;
import dev.berth.query.Delivered;
import dev.berth.query.Page;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The read side as the methods need it. What is found or listed is only what the tenant may know of at all; whether the
 * caller may see it is decided afterwards. Finders answer archived and deleted resources too.
 *
 * <p>Lists answer a page of those rows that the caller may see, in the order of the contract. A page examines at most
 * 1,000 rows. They are empty for a cursor that is none of theirs.
 */
public interface ReadModels {
    /** An instance of the tenant. */
    Optional<InstanceView> instance(String tenantId, String instanceId);

    /** The instance that these events make, from its first one. */
    InstanceView instance(List<Delivered> events);

    /** The tenant's instances, of one principal where it is given. */
    Optional<Page<InstanceView>> instances(
            ListInstances query, @Nullable String createdBy, Predicate<InstanceView> seen);

    /** The ids of the instances that a host holds, oldest first. */
    List<String> instancesOn(String nodeId);

    /** A pool of the tenant, or one offered to it (then without its offers). */
    Optional<PoolView> pool(String tenantId, String poolId);

    /** The tenant's pools and those offered to it. */
    Optional<Page<PoolView>> pools(ListPools query, Predicate<PoolView> seen);

    /** A flavor of a pool that the tenant owns or is offered; of several of that name the active or else latest one. */
    Optional<FlavorView> flavor(String tenantId, String poolId, String name);

    /** The flavors of pools that the tenant owns or is offered. */
    Optional<Page<FlavorView>> flavors(ListFlavors query, Predicate<FlavorView> seen);

    /** A host of the tenant. */
    Optional<NodeView> node(String tenantId, String nodeId);

    /** The tenant's hosts. */
    Optional<Page<NodeView>> nodes(ListNodes query, Predicate<NodeView> seen);

    /** An address range of the tenant. */
    Optional<RangeView> range(String tenantId, String rangeId);

    /** The tenant's address ranges. */
    Optional<Page<RangeView>> ranges(ListAddressRanges query, Predicate<RangeView> seen);

    /** The tenant's own image of that id, or else the oldest public one. */
    Optional<ImageView> image(String tenantId, String imageId);

    /** The tenant's own images and public ones. */
    Optional<Page<ImageView>> images(ListImages query, Predicate<ImageView> seen);

    /** A signer of the tenant or of the platform. */
    Optional<SignerView> signer(String tenantId, String signerId);

    /** The signers of the tenant and of the platform. */
    Optional<Page<SignerView>> signers(ListSigners query, Predicate<SignerView> seen);

    /** A project of the tenant. */
    Optional<ProjectView> project(String tenantId, String projectId);

    /** The tenant's projects. */
    Optional<Page<ProjectView>> projects(ListProjects query, Predicate<ProjectView> seen);

    /** One resource of the tenant's quota in a pool. */
    Optional<QuotaView> quota(String tenantId, String poolId, ResourceKind resource);

    /** The tenant's quotas, one row for each resource. */
    Optional<Page<QuotaView>> quotas(ListQuotas query, Predicate<QuotaView> seen);

    /** A tenant. */
    Optional<TenantView> tenant(String tenantId);

    /** All tenants. */
    Optional<Page<TenantView>> tenants(ListTenants query);

    /** A token of the tenant, without its secret. */
    Optional<TokenView> token(String tenantId, String tokenId);

    /** The tenant's tokens. */
    Optional<Page<TokenView>> tokens(ListTokens query, Predicate<TokenView> seen);

    /** A policy of the tenant. */
    Optional<PolicyView> policy(String tenantId, String policyId);

    /** The tenant's policies. */
    Optional<Page<PolicyView>> policies(ListPolicies query, Predicate<PolicyView> seen);

    /** A confirmation of the tenant; whether it has expired is told as of {@code now}. */
    Optional<ConfirmationView> confirmation(String tenantId, String confirmationId, Instant now);

    /**
     * The tenant's confirmations, of one principal where it is given; whether one has expired is told as of {@code now}.
     */
    Optional<Page<ConfirmationView>> confirmations(ListConfirmations query, @Nullable String principal, Instant now);

    /** A subscription of the tenant, with how far it has come. */
    Optional<SubscriptionView> subscription(String tenantId, String subscriptionId);

    /** The tenant's subscriptions. */
    Optional<Page<SubscriptionView>> subscriptions(ListSubscriptions query, Predicate<SubscriptionView> seen);

    /** The tenant's published events after a position, as the query says. */
    List<PublishedEvent> events(ListEvents query);

    /** What is made with provider accounts. */
    ProviderModels providers();
}
