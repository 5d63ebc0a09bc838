package dev.berth.infra.wiring;

import dev.berth.api.Ids;
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
import dev.berth.api.image.SignerScope;
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
import dev.berth.infra.directory.DirectorySource;
import dev.berth.infra.http.ProviderModels;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.subscription.Progress;
import dev.berth.infra.subscription.SubscriptionViews;
import dev.berth.query.Delivered;
import dev.berth.query.Page;
import dev.berth.query.address.RangeQueries;
import dev.berth.query.address.RangeTable;
import dev.berth.query.feed.FeedQueries;
import dev.berth.query.iam.ConfirmationFold;
import dev.berth.query.iam.IamQueries;
import dev.berth.query.iam.IamTables;
import dev.berth.query.iam.PolicyRecord;
import dev.berth.query.iam.TokenRecord;
import dev.berth.query.image.ImageQueries;
import dev.berth.query.image.ImageTable;
import dev.berth.query.image.SignerRecord;
import dev.berth.query.instance.InstanceQueries;
import dev.berth.query.instance.InstanceTable;
import dev.berth.query.instance.InstanceWork;
import dev.berth.query.node.NodeQueries;
import dev.berth.query.node.NodeRecord;
import dev.berth.query.node.NodeTable;
import dev.berth.query.pool.PoolQueries;
import dev.berth.query.pool.PoolTable;
import dev.berth.query.project.ProjectQueries;
import dev.berth.query.project.ProjectTable;
import dev.berth.query.quota.QuotaQueries;
import dev.berth.query.quota.QuotaTable;
import dev.berth.query.subscription.SubscriptionQueries;
import dev.berth.query.subscription.SubscriptionRecord;
import dev.berth.query.subscription.SubscriptionTable;
import dev.berth.query.tenant.TenantQueries;
import dev.berth.query.tenant.TenantTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The read side over the read tables. A resource that has no row yet, since the read side is behind, is shown as its
 * stream makes it: a resource is never NOT_FOUND while its stream exists.
 */
final class StoredReadModels implements ReadModels {
    private static final int AT_ONCE = 1_000;

    private final InstanceQueries instances;
    private final InstanceWork work;
    private final PoolQueries pools;
    private final NodeQueries nodes;
    private final RangeQueries ranges;
    private final ImageQueries images;
    private final ProjectQueries projects;
    private final QuotaQueries quotas;
    private final TenantQueries tenants;
    private final IamQueries iam;
    private final FeedQueries feed;
    private final SubscriptionQueries subscriptions;
    private final Function<SubscriptionRecord, Progress> progress;

    private final RowOrStream stored;
    private final ProviderModels providers;

    /** @param progress how far a subscription has come */
    StoredReadModels(DSLContext sql, DirectorySource streams, Function<SubscriptionRecord, Progress> progress) {
        stored = new RowOrStream(streams);
        providers = new StoredProviderModels(sql, stored);
        this.progress = progress;
        subscriptions = new SubscriptionQueries(sql);
        instances = new InstanceQueries(sql);
        work = new InstanceWork(sql);
        pools = new PoolQueries(sql);
        nodes = new NodeQueries(sql);
        ranges = new RangeQueries(sql);
        images = new ImageQueries(sql);
        projects = new ProjectQueries(sql);
        quotas = new QuotaQueries(sql);
        tenants = new TenantQueries(sql);
        iam = new IamQueries(sql);
        feed = new FeedQueries(sql);
    }

    @Override
    public Optional<InstanceView> instance(String tenantId, String instanceId) {
        return stored.find(
                instances.get(tenantId, instanceId),
                InstanceTable.TABLE,
                instanceId,
                it -> it,
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public InstanceView instance(List<Delivered> events) {
        return RowOrStream.fold(InstanceTable.TABLE, events).orElseThrow();
    }

    @Override
    public Optional<Page<InstanceView>> instances(
            ListInstances query, @Nullable String createdBy, Predicate<InstanceView> seen) {
        return instances.list(query, createdBy, seen);
    }

    @Override
    public List<String> instancesOn(String nodeId) {
        List<String> ids = new ArrayList<>();
        List<InstanceWork.Brief> page = work.onNode(nodeId, null, AT_ONCE);
        while (!page.isEmpty()) {
            page.forEach(it -> ids.add(it.id()));
            page = page.size() < AT_ONCE
                    ? List.of()
                    : work.onNode(nodeId, page.getLast().id(), AT_ONCE);
        }
        return ids;
    }

    @Override
    public Optional<PoolView> pool(String tenantId, String poolId) {
        return stored.find(
                pools.get(tenantId, poolId),
                PoolTable.TABLE,
                poolId,
                it -> it,
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public Optional<Page<PoolView>> pools(ListPools query, Predicate<PoolView> seen) {
        return pools.list(query, seen);
    }

    @Override
    public Optional<FlavorView> flavor(String tenantId, String poolId, String name) {
        String id = Ids.derived("flv", poolId, name);
        return stored.find(
                pools.flavor(tenantId, poolId, name),
                PoolTable.FLAVORS,
                id,
                it -> it,
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public Optional<Page<FlavorView>> flavors(ListFlavors query, Predicate<FlavorView> seen) {
        return pools.flavors(query, seen);
    }

    @Override
    public Optional<NodeView> node(String tenantId, String nodeId) {
        return stored.find(
                nodes.get(tenantId, nodeId),
                NodeTable.TABLE,
                nodeId,
                NodeRecord::view,
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public Optional<Page<NodeView>> nodes(ListNodes query, Predicate<NodeView> seen) {
        return nodes.list(query, seen);
    }

    @Override
    public Optional<RangeView> range(String tenantId, String rangeId) {
        return stored.find(
                ranges.get(tenantId, rangeId),
                RangeTable.TABLE,
                rangeId,
                it -> it,
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public Optional<Page<RangeView>> ranges(ListAddressRanges query, Predicate<RangeView> seen) {
        return ranges.list(query, seen);
    }

    @Override
    public Optional<ImageView> image(String tenantId, String imageId) {
        String id = Ids.derived("img", tenantId, imageId);
        return stored.find(images.get(tenantId, imageId), ImageTable.TABLE, id, it -> it, it -> true);
    }

    @Override
    public Optional<Page<ImageView>> images(ListImages query, Predicate<ImageView> seen) {
        return images.list(query, seen);
    }

    @Override
    public Optional<SignerView> signer(String tenantId, String signerId) {
        // The same as for policies.
        return stored.find(
                images.signer(tenantId, signerId),
                ImageTable.SIGNERS,
                signerId,
                SignerRecord::view,
                it -> it.tenantId().equals(tenantId) || it.scope() == SignerScope.PLATFORM);
    }

    @Override
    public Optional<Page<SignerView>> signers(ListSigners query, Predicate<SignerView> seen) {
        return images.signers(query, seen);
    }

    @Override
    public Optional<ProjectView> project(String tenantId, String projectId) {
        return stored.find(
                projects.get(tenantId, projectId),
                ProjectTable.TABLE,
                projectId,
                it -> it,
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public Optional<Page<ProjectView>> projects(ListProjects query, Predicate<ProjectView> seen) {
        return projects.list(query, seen);
    }

    @Override
    public Optional<QuotaView> quota(String tenantId, String poolId, ResourceKind resource) {
        return stored.find(
                quotas.get(tenantId, poolId, resource),
                QuotaTable.TABLE,
                Ids.derived("quota", tenantId, poolId),
                it -> it.view(resource),
                it -> true);
    }

    @Override
    public Optional<Page<QuotaView>> quotas(ListQuotas query, Predicate<QuotaView> seen) {
        return quotas.list(query, seen);
    }

    @Override
    public Optional<TenantView> tenant(String tenantId) {
        return stored.find(
                tenants.get(tenantId), TenantTable.TABLE, Ids.derived("tnt", tenantId), it -> it, it -> true);
    }

    @Override
    public Optional<Page<TenantView>> tenants(ListTenants query) {
        return tenants.list(query);
    }

    @Override
    public Optional<TokenView> token(String tenantId, String tokenId) {
        return stored.find(
                iam.token(tenantId, tokenId),
                IamTables.TOKENS,
                tokenId,
                TokenRecord::view,
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public Optional<Page<TokenView>> tokens(ListTokens query, Predicate<TokenView> seen) {
        return iam.tokens(query, seen);
    }

    @Override
    public Optional<PolicyView> policy(String tenantId, String policyId) {
        // One that is gone is shown as it last was, to whoever takes it away once more.
        String id = Ids.derived("pcy", tenantId, policyId);
        return stored.find(iam.policy(tenantId, policyId), IamTables.POLICIES, id, PolicyRecord::view, it -> true);
    }

    @Override
    public Optional<Page<PolicyView>> policies(ListPolicies query, Predicate<PolicyView> seen) {
        return iam.policies(query, seen);
    }

    @Override
    public Optional<ConfirmationView> confirmation(String tenantId, String confirmationId, Instant now) {
        return stored.find(
                iam.confirmation(tenantId, confirmationId, now),
                IamTables.CONFIRMATIONS,
                confirmationId,
                it -> ConfirmationFold.at(it, now),
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public Optional<Page<ConfirmationView>> confirmations(
            ListConfirmations query, @Nullable String principal, Instant now) {
        return iam.confirmations(query, principal, now, seen -> true);
    }

    @Override
    public Optional<SubscriptionView> subscription(String tenantId, String subscriptionId) {
        return stored.find(
                        subscriptions.get(tenantId, subscriptionId),
                        SubscriptionTable.TABLE,
                        subscriptionId,
                        it -> it,
                        it -> it.tenantId().equals(tenantId))
                .map(it -> SubscriptionViews.of(it, progress.apply(it), feed));
    }

    @Override
    public Optional<Page<SubscriptionView>> subscriptions(ListSubscriptions query, Predicate<SubscriptionView> seen) {
        return subscriptions
                .list(query, it -> seen.test(SubscriptionViews.without(it)))
                .map(page -> page.map(it -> SubscriptionViews.of(it, progress.apply(it), feed)));
    }

    @Override
    public List<PublishedEvent> events(ListEvents query) {
        return feed.list(query);
    }

    @Override
    public ProviderModels providers() {
        return providers;
    }
}
