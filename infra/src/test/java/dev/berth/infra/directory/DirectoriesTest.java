package dev.berth.infra.directory;

import static dev.berth.infra.directory.History.POOL;
import static dev.berth.infra.directory.History.TENANT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.address.RangeEvent.RangeCreated;
import dev.berth.api.address.RangeEvent.RangeDeleted;
import dev.berth.api.address.RangeView;
import dev.berth.api.iam.Caller;
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
import dev.berth.api.image.SignerEvent.SignerAdded;
import dev.berth.api.image.SignerEvent.SignerRemoved;
import dev.berth.api.image.SignerScope;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.pool.FlavorEvent.FlavorArchived;
import dev.berth.api.pool.FlavorEvent.FlavorCreated;
import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolEvent.PoolCreated;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.project.ProjectEvent.ProjectCreated;
import dev.berth.api.tenant.TenantEvent.TenantCreated;
import dev.berth.api.tenant.TenantEvent.TenantResumed;
import dev.berth.api.tenant.TenantEvent.TenantSuspended;
import dev.berth.infra.iam.PolicyTexts;
import dev.berth.infra.iam.TokenHash;
import dev.berth.query.Delivered;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DirectoriesTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final History history = new History();
    private final Directories directories = history.directories;

    @Test
    void aTokenIsKnownFromItsCreationUntilItExpiresOrIsRevoked() {
        token("tok_1", "secret", NOW.plusSeconds(60));
        assertThat(directories.tokens().caller("secret", NOW))
                .contains(new Caller("ann", TENANT, Set.of(Role.MEMBER), true, "tok_1", false));
        assertThat(directories.tokens().caller("secret", NOW.plusSeconds(59))).isPresent();
        assertThat(directories.tokens().caller("secret", NOW.plusSeconds(60))).isEmpty();
        assertThat(directories.tokens().caller("another", NOW)).isEmpty();
        history.happens(new TokenRevoked("tok_1", TENANT));
        assertThat(directories.tokens().caller("secret", NOW)).isEmpty();
    }

    @Test
    void aTokenIsGoodForEverWithoutAnExpiry() {
        token("tok_1", "secret", null);
        assertThat(directories.tokens().caller("secret", NOW.plusSeconds(1_000_000_000)))
                .isPresent();
    }

    @Test
    void policiesAreTheSameObjectUntilTheyChange() {
        assertThat(directories.policies().of(TENANT)).isSameAs(PolicyTexts.NONE);
        history.happens(new PolicyPut("pcy_1", TENANT, "one", "ann", "permit (principal, action, resource);"));
        PolicyTexts first = directories.policies().of(TENANT);
        assertThat(first.byId()).containsOnlyKeys("one");
        assertThat(directories.policies().of(TENANT)).isSameAs(first);
        assertThat(directories.policies().of("other")).isSameAs(PolicyTexts.NONE);
        history.happens(new PolicyPut("pcy_1", TENANT, "one", "ann", "forbid (principal, action, resource);"));
        assertThat(directories.policies().of(TENANT).byId())
                .isEqualTo(Map.of("one", "forbid (principal, action, resource);"));
        history.happens(new PolicyDeleted("pcy_1", TENANT, "one"));
        assertThat(directories.policies().of(TENANT)).isSameAs(PolicyTexts.NONE);
    }

    @Test
    void theOwnImageGoesBeforeAPublicOneAndTheOldestPublicOneBeforeOthers() {
        image("img_1", "first");
        image("img_2", "second");
        assertThat(directories.images().visible(TENANT, "debian")).isEmpty();
        history.happens(new ImagePublished("img_2", "second", "debian"));
        history.happens(new ImagePublished("img_1", "first", "debian"));
        assertThat(directories.images().visible(TENANT, "debian"))
                .map(ImageView::tenantId)
                .contains("first");
        image("img_3", TENANT);
        assertThat(directories.images().visible(TENANT, "debian"))
                .map(ImageView::tenantId)
                .contains(TENANT);
        history.happens(new ImageArchived("img_3", TENANT, "debian"));
        history.happens(new ImageArchived("img_1", "first", "debian"));
        assertThat(directories.images().visible(TENANT, "debian"))
                .map(ImageView::tenantId)
                .contains("second");
        assertThat(directories.images().own(TENANT, "debian"))
                .map(ImageView::state)
                .contains(LifeState.ARCHIVED);
    }

    @Test
    void aSignerIsTrustedByItsTenantOrByAllUntilItIsRemoved() {
        history.happens(new SignerAdded("sig_1", TENANT, "ann", "mine", "key", SignerScope.TENANT));
        history.happens(new SignerAdded("sig_2", "ops", "operator", "all", "key", SignerScope.PLATFORM));
        assertThat(directories.images().trustedSigner(TENANT, "sig_1")).isPresent();
        assertThat(directories.images().trustedSigner("other", "sig_1")).isEmpty();
        assertThat(directories.images().trustedSigner("other", "sig_2")).isPresent();
        history.happens(new SignerRemoved("sig_2", "ops"));
        assertThat(directories.images().trustedSigner("other", "sig_2")).isEmpty();
    }

    @Test
    void poolsFlavorsProjectsRangesAndTenantsAreFoundByWhatAdmissionKnows() {
        history.happens(new PoolCreated(POOL, TENANT, "ann", "main", PoolKind.VPS_HOST, null, null, null, "hmac"));
        history.happens(new PoolOffered(POOL, TENANT, "guest"));
        assertThat(directories.pools().pool(POOL).orElseThrow().offeredTo()).containsExactly("guest");
        history.happens(new FlavorCreated("flv_1", TENANT, POOL, "small", "ann", new MachineShape(1, 2, 10, 0), null));
        history.happens(new FlavorArchived("flv_1", TENANT, POOL, "small"));
        assertThat(directories.pools().flavor(POOL, "small").orElseThrow().state())
                .isEqualTo(LifeState.ARCHIVED);
        history.happens(new FlavorCreated("flv_1", TENANT, POOL, "small", "ann", new MachineShape(2, 4, 20, 0), null));
        assertThat(directories.pools().flavor(POOL, "small").orElseThrow().vcpu())
                .isEqualTo(2);
        assertThat(directories.pools().flavor("pool_2", "small")).isEmpty();

        history.happens(new ProjectCreated("prj_1", TENANT, "ann", "web"));
        assertThat(directories.projects().project("prj_1")).isPresent();

        history.happens(new RangeCreated("rng_2", TENANT, POOL, "ann", "10.0.1.0/24", "10.0.1.1", "10.0.1.254"));
        history.happens(new RangeCreated("rng_1", TENANT, POOL, "ann", "10.0.0.0/24", "10.0.0.1", "10.0.0.254"));
        assertThat(directories.ranges().ranges(POOL)).extracting(RangeView::id).containsExactly("rng_1", "rng_2");
        history.happens(new RangeDeleted("rng_1", TENANT, POOL));
        assertThat(directories.ranges().ranges(POOL)).extracting(RangeView::id).containsExactly("rng_2");

        assertThat(directories.tenants().exists(TENANT)).isFalse();
        history.happens(new TenantCreated("tnt_1", TENANT));
        history.happens(new TenantSuspended("tnt_1", TENANT));
        assertThat(directories.tenants().suspended(TENANT)).isTrue();
        history.happens(new TenantResumed("tnt_1", TENANT));
        assertThat(directories.tenants().suspended(TENANT)).isFalse();
        assertThat(directories.tenants().exists(TENANT)).isTrue();
    }

    @Test
    void eventsThatWereSeenChangeNothing() {
        history.node("node_1", 8, 16, 80, 0);
        history.allocated("node_1", "inst_1", new MachineShape(8, 1, 1, 0));
        history.waits("inst_2", new MachineShape(1, 1, 1, 0));
        var before = directories.nodeRoom().node("node_1");
        history.all().forEach(directories::apply);
        assertThat(directories.nodeRoom().node("node_1")).isEqualTo(before);
        assertThat(directories.sizes()).containsEntry("waiting", 1);
    }

    @Test
    void whereEventsWereMissedTheStreamIsReadAgain() {
        token("tok_1", "secret", null);
        history.happensUnseen(new TokenCreated(
                "tok_2", TENANT, "ann", "bob", Set.of(Role.READER), false, null, TokenHash.of("missed")));
        Delivered revoked = history.happensUnseen(new TokenRevoked("tok_2", TENANT));
        directories.apply(revoked);
        assertThat(directories.tokens().caller("missed", NOW)).isEmpty();
        assertThat(directories.sizes()).containsEntry("token", 2);
    }

    private void token(String id, String secret, @Nullable Instant expiresAt) {
        history.happens(new TokenCreated(
                id, TENANT, "operator", "ann", Set.of(Role.MEMBER), true, expiresAt, TokenHash.of(secret)));
    }

    private void image(String key, String tenantId) {
        history.happens(new ImageRegistered(
                key, tenantId, "debian", "ann", ImageKind.OS, "sha256:0", "https://images/debian", null, true));
    }
}
