package dev.berth.query;

import static dev.berth.query.Events.SMALL;
import static dev.berth.query.Events.node;
import static dev.berth.query.Events.pool;
import static dev.berth.query.Given.at;
import static dev.berth.query.Given.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.DomainEvent;
import dev.berth.api.address.ListAddressRanges;
import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.address.RangeEvent.RangeDeleted;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationRequested;
import dev.berth.api.iam.ConfirmationState;
import dev.berth.api.iam.ConfirmationView;
import dev.berth.api.iam.ListConfirmations;
import dev.berth.api.iam.ListPolicies;
import dev.berth.api.iam.ListTokens;
import dev.berth.api.iam.PolicyEvent.PolicyDeleted;
import dev.berth.api.iam.PolicyEvent.PolicyPut;
import dev.berth.api.iam.Role;
import dev.berth.api.iam.TokenEvent.TokenCreated;
import dev.berth.api.iam.TokenEvent.TokenRevoked;
import dev.berth.api.image.ImageEvent.ImageArchived;
import dev.berth.api.image.ImageEvent.ImagePublished;
import dev.berth.api.image.ImageEvent.ImageRegistered;
import dev.berth.api.image.ImageKind;
import dev.berth.api.image.ImageView;
import dev.berth.api.image.ListImages;
import dev.berth.api.image.ListSigners;
import dev.berth.api.image.SignerEvent.SignerAdded;
import dev.berth.api.image.SignerEvent.SignerRemoved;
import dev.berth.api.image.SignerScope;
import dev.berth.api.image.SignerView;
import dev.berth.api.node.ListNodes;
import dev.berth.api.node.NodeEvent.NodeRemoved;
import dev.berth.api.node.NodeView;
import dev.berth.api.pool.FlavorEvent.FlavorArchived;
import dev.berth.api.pool.FlavorEvent.FlavorCreated;
import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.ListFlavors;
import dev.berth.api.pool.ListPools;
import dev.berth.api.pool.PoolEvent.PoolArchived;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.api.pool.PoolEvent.PoolWithdrawn;
import dev.berth.api.pool.PoolView;
import dev.berth.api.quota.ListQuotas;
import dev.berth.api.quota.QuotaEvent.QuotaLimitsSet;
import dev.berth.api.quota.QuotaView;
import dev.berth.api.quota.Quotas;
import dev.berth.api.quota.ResourceKind;
import dev.berth.api.tenant.ListTenants;
import dev.berth.api.tenant.TenantEvent.TenantCreated;
import dev.berth.api.tenant.TenantView;
import dev.berth.query.address.RangeQueries;
import dev.berth.query.iam.IamQueries;
import dev.berth.query.image.ImageQueries;
import dev.berth.query.node.NodeQueries;
import dev.berth.query.pool.PoolQueries;
import dev.berth.query.projection.ViewsProjection;
import dev.berth.query.quota.QuotaQueries;
import dev.berth.query.tenant.TenantQueries;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;

class OtherQueriesTest {
    private final DSLContext sql = Database.fresh().sql();

    private void project(DomainEvent... events) {
        new ViewsProjection().project(sql, given().events(events).delivered());
    }

    private static FlavorCreated flavor(String id, String tenant, String pool, String name) {
        return new FlavorCreated(id, tenant, pool, name, "ann", SMALL, null);
    }

    private static ImageRegistered image(String key, String tenant, String id) {
        return new ImageRegistered(
                key, tenant, id, "ann", ImageKind.OS, "sha256:00", "https://i.example/x", "sig_1", true);
    }

    @Test
    void aGuestSeesAPoolAndItsFlavorsWhileTheyAreOffered() {
        PoolQueries pools = new PoolQueries(sql);
        project(
                pool("pool_1", "owner"),
                pool("pool_2", "guest"),
                pool("pool_3", "owner"),
                pool("pool_4", "owner"),
                new PoolOffered("pool_1", "owner", "guest"),
                new PoolOffered("pool_3", "owner", "guest"),
                new PoolOffered("pool_4", "owner", "guest"),
                new PoolWithdrawn("pool_4", "owner", "guest"),
                new PoolArchived("pool_3", "owner"),
                flavor("flv_1", "owner", "pool_1", "small"),
                flavor("flv_2", "owner", "pool_4", "small"),
                flavor("flv_3", "guest", "pool_2", "small"),
                flavor("flv_4", "owner", "pool_1", "old"),
                new FlavorArchived("flv_4", "owner", "pool_1", "old"));

        ListPools list = new ListPools("guest", false, 50, null);
        assertThat(pools.list(list, pool -> true).orElseThrow().items())
                .extracting(PoolView::id)
                .containsExactly("pool_1", "pool_2");
        assertThat(pools.list(new ListPools("guest", true, 50, null), pool -> true)
                        .orElseThrow()
                        .items())
                .extracting(PoolView::id)
                .containsExactly("pool_1", "pool_2", "pool_3");
        assertThat(pools.get("guest", "pool_1").orElseThrow().offeredTo()).isNull();
        assertThat(pools.get("owner", "pool_1").orElseThrow().offeredTo()).containsExactly("guest");
        assertThat(pools.get("guest", "pool_4")).isEmpty();
        assertThat(pools.get("stranger", "pool_1")).isEmpty();

        assertThat(pools.flavors(new ListFlavors("guest", null, false, 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .extracting(FlavorView::poolId)
                .containsExactly("pool_1", "pool_2");
        assertThat(pools.flavors(new ListFlavors("guest", "pool_1", true, 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .extracting(FlavorView::name)
                .containsExactly("small", "old");
        assertThat(pools.flavors(new ListFlavors("guest", "pool_4", true, 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .isEmpty();
        assertThat(pools.flavor("guest", "pool_1", "small")).isPresent();
        assertThat(pools.list(new ListPools("guest", false, 50, "nonsense"), pool -> true))
                .isEmpty();
    }

    @Test
    void ownAndOfferedPoolsArePagedTogether() {
        PoolQueries pools = new PoolQueries(sql);
        Given given = given();
        for (int i = 0; i < 20; i++) {
            String id = "pool_%02d".formatted(i);
            given.event(pool(id, i % 3 == 0 ? "guest" : "owner"));
            if (i % 3 == 1) {
                given.event(new PoolOffered(id, "owner", "guest"));
            }
        }
        new ViewsProjection().project(sql, given.delivered());
        List<String> all = new ArrayList<>();
        String cursor = null;
        do {
            Page<PoolView> page = pools.list(new ListPools("guest", false, 3, cursor), pool -> true)
                    .orElseThrow();
            page.items().forEach(pool -> all.add(pool.id()));
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(all).hasSize(14).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void hostsAndRangesAreTheirOwnersAlone() {
        project(
                node("node_1"),
                node("node_2"),
                new NodeRemoved("node_2", "acme", "pool_1", false),
                new RangeCreated("rng_1", "acme", "pool_1", "ann", "10.0.0.0/30", "10.0.0.1", "10.0.0.2"),
                new RangeCreated("rng_2", "acme", "pool_1", "ann", "10.0.1.0/30", "10.0.1.1", "10.0.1.2"),
                new RangeDeleted("rng_2", "acme", "pool_1"));
        NodeQueries nodes = new NodeQueries(sql);
        assertThat(nodes.list(new ListNodes("acme", "pool_1", 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .extracting(NodeView::id)
                .containsExactly("node_1");
        assertThat(nodes.get("acme", "node_2")).isPresent();
        assertThat(nodes.get("guest", "node_1")).isEmpty();
        assertThat(nodes.count()).isEqualTo(1);
        RangeQueries ranges = new RangeQueries(sql);
        assertThat(ranges.list(new ListAddressRanges("acme", null, false, 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .hasSize(1);
        assertThat(ranges.list(new ListAddressRanges("acme", "pool_1", true, 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .hasSize(2);
        assertThat(ranges.get("other", "rng_1")).isEmpty();
    }

    @Test
    void publicImagesAndPlatformSignersAreSeenByAll() {
        ImageQueries images = new ImageQueries(sql);
        project(
                image("img_1", "acme", "ubuntu"),
                image("img_2", "other", "debian"),
                image("img_3", "other", "secret"),
                image("img_4", "other", "ubuntu"),
                new ImagePublished("img_2", "other", "debian"),
                new ImagePublished("img_4", "other", "ubuntu"),
                new SignerAdded("sig_1", "acme", "ann", "ours", "key", SignerScope.TENANT),
                new SignerAdded("sig_2", "other", "operator", "platform", "key", SignerScope.PLATFORM),
                new SignerAdded("sig_3", "other", "bob", "theirs", "key", SignerScope.TENANT),
                new SignerAdded("sig_4", "acme", "ann", "gone", "key", SignerScope.TENANT),
                new SignerRemoved("sig_4", "acme"));
        assertThat(images.list(new ListImages("acme", null, false, 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .extracting(ImageView::tenantId, ImageView::imageId)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("acme", "ubuntu"),
                        org.assertj.core.groups.Tuple.tuple("other", "debian"),
                        org.assertj.core.groups.Tuple.tuple("other", "ubuntu"));
        assertThat(images.get("acme", "ubuntu").orElseThrow().tenantId()).isEqualTo("acme");
        assertThat(images.get("third", "ubuntu").orElseThrow().tenantId()).isEqualTo("other");
        assertThat(images.get("acme", "secret")).isEmpty();
        assertThat(images.list(new ListImages("acme", ImageKind.RAMDISK, false, 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .isEmpty();
        assertThat(images.signers(new ListSigners("acme", 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .extracting(SignerView::id)
                .containsExactly("sig_1", "sig_2");
        assertThat(images.signer("acme", "sig_2")).isPresent();
        assertThat(images.signer("acme", "sig_3")).isEmpty();
        assertThat(images.signer("acme", "sig_4")).isEmpty();
    }

    @Test
    void anArchivedPublicImageIsSeenByItsTenantAlone() {
        ImageQueries images = new ImageQueries(sql);
        project(
                image("img_1", "acme", "ubuntu"),
                new ImagePublished("img_1", "acme", "ubuntu"),
                new ImageArchived("img_1", "acme", "ubuntu"));
        assertThat(images.get("other", "ubuntu")).isEmpty();
        assertThat(images.list(new ListImages("other", null, true, 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .isEmpty();
        assertThat(images.list(new ListImages("acme", null, true, 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .hasSize(1);
    }

    @Test
    void quotasArePagedByResource() {
        Given given = given();
        for (int i = 0; i < 5; i++) {
            given.event(new QuotaLimitsSet("quota_" + i, "acme", "pool_" + i, new Quotas(i, 2, 3, 4)));
        }
        new ViewsProjection().project(sql, given.delivered());
        QuotaQueries quotas = new QuotaQueries(sql);
        for (int limit : new int[] {1, 3, 4, 7, 200}) {
            List<String> all = new ArrayList<>();
            String cursor = null;
            do {
                Page<QuotaView> page = quotas.list(new ListQuotas("acme", null, null, limit, cursor), any -> true)
                        .orElseThrow();
                page.items()
                        .forEach(quota ->
                                all.add(quota.poolId() + quota.resource().ordinal()));
                cursor = page.cursor();
            } while (cursor != null);
            assertThat(all).hasSize(20).isSorted().doesNotHaveDuplicates();
        }
        assertThat(quotas.list(new ListQuotas("acme", "pool_3", ResourceKind.VCPU, 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .singleElement()
                .extracting(QuotaView::max)
                .isEqualTo(3L);
        assertThat(quotas.list(new ListQuotas("acme", null, ResourceKind.GPUS, 2, null), any -> true)
                        .orElseThrow()
                        .items())
                .hasSize(2);
        assertThat(quotas.get("acme", "pool_1", ResourceKind.DISK_GIB)
                        .orElseThrow()
                        .max())
                .isEqualTo(4);
        assertThat(quotas.get("other", "pool_1", ResourceKind.DISK_GIB)).isEmpty();
    }

    @Test
    void tokensPoliciesConfirmationsAndTenants() {
        IamQueries iam = new IamQueries(sql);
        project(
                new TenantCreated("tnt_1", "acme"),
                new TokenCreated("tok_1", "acme", "operator", "ann", Set.of(Role.ADMIN), false, null, "hash-1"),
                new TokenCreated("tok_2", "acme", "ann", "bob", Set.of(Role.READER), false, null, "hash-2"),
                new TokenRevoked("tok_2", "acme"),
                new PolicyPut("pcy_1", "acme", "p1", "ann", "permit(...)"),
                new PolicyPut("pcy_2", "acme", "p2", "ann", "forbid(...)"),
                new PolicyDeleted("pcy_2", "acme", "p2"),
                new ConfirmationRequested("conf_1", "acme", "ann", "compute:instances:delete", "x/y", at(60)),
                new ConfirmationRequested("conf_2", "acme", "bob", "compute:instances:delete", "x/z", at(60)));
        var live = iam.tokens(new ListTokens("acme", false, 50, null), any -> true)
                .orElseThrow()
                .items();
        assertThat(live).singleElement().satisfies(token -> {
            assertThat(token.principal()).isEqualTo("ann");
            assertThat(ViewJson.write(token).data()).doesNotContain("hash-1");
        });
        assertThat(iam.tokens(new ListTokens("acme", true, 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .hasSize(2);
        assertThat(iam.policies(new ListPolicies("acme", 50, null), any -> true)
                        .orElseThrow()
                        .items())
                .hasSize(1);
        assertThat(iam.policy("acme", "p2")).isEmpty();
        assertThat(iam.lastPolicy("acme", "p2").orElseThrow().deleted()).isTrue();
        assertThat(iam.confirmations(new ListConfirmations("acme", 50, null), "bob", at(61), any -> true)
                        .orElseThrow()
                        .items())
                .extracting(ConfirmationView::id, ConfirmationView::state)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("conf_2", ConfirmationState.EXPIRED));
        assertThat(iam.confirmations(new ListConfirmations("acme", 50, null), null, at(1), any -> true)
                        .orElseThrow()
                        .items())
                .hasSize(2);
        TenantQueries tenants = new TenantQueries(sql);
        assertThat(tenants.list(new ListTenants("acme", 50, null)).orElseThrow().items())
                .extracting(TenantView::tenantId, TenantView::createdBy)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("acme", "ann"));
    }
}
