package dev.berth.infra.http.methods;

import dev.berth.api.address.RangeView;
import dev.berth.api.feed.PublishedEvent;
import dev.berth.api.iam.ConfirmationState;
import dev.berth.api.iam.ConfirmationView;
import dev.berth.api.iam.PolicyView;
import dev.berth.api.iam.Role;
import dev.berth.api.iam.TestedDecision;
import dev.berth.api.iam.TokenView;
import dev.berth.api.image.ImageKind;
import dev.berth.api.image.ImageView;
import dev.berth.api.image.SignerScope;
import dev.berth.api.image.SignerView;
import dev.berth.api.image.Visibility;
import dev.berth.api.instance.Address;
import dev.berth.api.instance.DesiredState;
import dev.berth.api.instance.InstanceState;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.instance.MachineShape;
import dev.berth.api.instance.Placement;
import dev.berth.api.node.Capacity;
import dev.berth.api.node.DrainedNode;
import dev.berth.api.node.DriverKind;
import dev.berth.api.node.NodeState;
import dev.berth.api.node.NodeView;
import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolKind;
import dev.berth.api.pool.PoolView;
import dev.berth.api.project.ProjectView;
import dev.berth.api.quota.QuotaView;
import dev.berth.api.quota.ResourceKind;
import dev.berth.api.subscription.SubscriptionState;
import dev.berth.api.subscription.SubscriptionView;
import dev.berth.api.tenant.TenantState;
import dev.berth.api.tenant.TenantView;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Answers as the documentation shows them: one small deployment, told by its resources. */
final class Examples {
    static final String TENANT = "acme";
    static final String ANN = "ann";
    static final String POOL_ID = "pool_01jd8h2xkq5v7m3c9w4t6n8r0a";
    static final String NODE_ID = "node_01jd8h3ap2c4e6g8j0k1m3n5q7";
    static final String RANGE_ID = "rng_01jd8h3t4v6w8x0y2z3a5b7c9d";
    static final String PROJECT_ID = "prj_01jd8h4e6f8g0h2j3k5m7n9p1q";
    static final String SIGNER_ID = "sig_01jd8h4y8z0a2b3c5d7e9f1g3h";
    static final String TOKEN_ID = "tok_01jd8h5h0j2k3m5n7p9q1r3s5t";
    static final String CONFIRMATION_ID = "conf_7g4k1m9p3r5t8w2y6z0b4d7f1h5k9n3q6s8v2x4z0b5d8f2hqmr0";
    static final String INSTANCE_ID = "inst_3k9m5p7r1t4w8y2z6b0d4f8h3k7n1q5s9v2x6z0b4d8f2h6kqmr0";
    static final String SUBSCRIPTION_ID = "sub_01jd8h7t4v6w8x0y2z3a5b7c9d";
    static final String DIGEST = "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    static final String IMAGE_URL = "https://images.example.com/debian-13.qcow2";
    static final String PUBLIC_KEY = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
    static final String POLICY = "permit(principal, action == Action::\"compute:instances:create\", resource) "
            + "when { resource.vcpu <= 4 };";

    private static final Instant THEN = Instant.parse("2026-03-02T09:00:00Z");
    private static final Instant NOW = Instant.parse("2026-03-02T09:30:12.345Z");

    static final PoolView POOL = new PoolView(
            POOL_ID,
            TENANT,
            ANN,
            THEN,
            NOW,
            2,
            "main",
            PoolKind.VPS_HOST,
            null,
            null,
            null,
            LifeState.ACTIVE,
            List.of("globex"));

    static final FlavorView FLAVOR =
            new FlavorView(TENANT, ANN, THEN, THEN, 1, POOL_ID, "small", 2, 4, 40, 0, null, LifeState.ACTIVE);

    static final NodeView NODE = new NodeView(
            NODE_ID,
            TENANT,
            ANN,
            THEN,
            NOW,
            7,
            POOL_ID,
            "host-1",
            DriverKind.SIMULATED,
            null,
            new Capacity(64, 256, 2000, 0),
            new MachineShape(2, 4, 40, 0),
            NodeState.READY,
            null);

    static final DrainedNode DRAINED = new DrainedNode(NODE, List.of(INSTANCE_ID));

    static final RangeView RANGE = new RangeView(
            RANGE_ID, TENANT, ANN, THEN, NOW, 2, POOL_ID, "10.20.0.0/24", "10.20.0.1", "10.20.0.254", 254, 1, null);

    static final ImageView IMAGE = new ImageView(
            TENANT,
            ANN,
            THEN,
            NOW,
            2,
            "debian-13",
            ImageKind.OS,
            DIGEST,
            IMAGE_URL,
            SIGNER_ID,
            true,
            Visibility.PRIVATE,
            LifeState.ACTIVE);

    static final SignerView SIGNER =
            new SignerView(SIGNER_ID, TENANT, ANN, THEN, THEN, 1, "release-key", PUBLIC_KEY, SignerScope.TENANT);

    static final ProjectView PROJECT =
            new ProjectView(PROJECT_ID, TENANT, ANN, THEN, THEN, 1, "website", LifeState.ACTIVE);

    static final QuotaView QUOTA = new QuotaView(TENANT, POOL_ID, ResourceKind.VCPU, 100, 2, THEN, NOW, 2);

    static final TenantView TENANT_VIEW =
            new TenantView("globex", "globex", "operator", THEN, NOW, 2, TenantState.ACTIVE);

    static final TokenView TOKEN = new TokenView(
            TOKEN_ID,
            TENANT,
            ANN,
            THEN,
            THEN,
            1,
            "bob",
            Set.of(Role.MEMBER),
            false,
            Instant.parse("2026-04-01T09:00:00Z"),
            null,
            null);

    static final TokenView NEW_TOKEN = withSecret(TOKEN, "brt_example-token-shown-only-once");

    static final PolicyView POLICY_VIEW = new PolicyView(TENANT, ANN, THEN, THEN, 1, "small-machines", POLICY);

    static final ConfirmationView CONFIRMATION = new ConfirmationView(
            CONFIRMATION_ID,
            TENANT,
            ANN,
            NOW,
            NOW,
            1,
            ANN,
            "compute:instances:delete",
            "compute-instance/" + INSTANCE_ID,
            ConfirmationState.PENDING,
            NOW.plusSeconds(3600));

    static final TestedDecision DECISION =
            new TestedDecision("allow", List.of("role-member"), "A policy permits it and none forbids it.");

    static final InstanceView INSTANCE = new InstanceView(
            INSTANCE_ID,
            TENANT,
            ANN,
            THEN,
            NOW,
            4,
            PROJECT_ID,
            POOL_ID,
            Placement.HOSTED,
            "small",
            2,
            4,
            40,
            0,
            "debian-13",
            true,
            List.of("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFKk0W4bUkh8SJVvWoqWzCV3Vb0eQ4zvK4KbJ2CJrj9q ann@example.com"),
            DesiredState.RUNNING,
            InstanceState.RUNNING,
            List.of(),
            NODE_ID,
            null,
            null,
            List.of(new Address("10.20.0.1", Address.Kind.PRIVATE)),
            null);

    static final PublishedEvent EVENT = new PublishedEvent(
            "1.0",
            "evt_01jd8h6r3s5t7v9w1x2y4z6a8b",
            "/berth/tenants/" + TENANT,
            "instance.scheduled",
            INSTANCE_ID,
            NOW,
            "application/json",
            42,
            Map.of("instanceId", INSTANCE_ID, "nodeId", NODE_ID));

    static final SubscriptionView SUBSCRIPTION = new SubscriptionView(
            SUBSCRIPTION_ID,
            TENANT,
            ANN,
            THEN,
            THEN,
            1,
            "https://hooks.example.com/berth",
            List.of("instance.running", "instance.deleted"),
            "env:HOOK_SECRET",
            SubscriptionState.ACTIVE,
            41,
            3,
            2,
            NOW.plusSeconds(4),
            "The receiver answered 503.",
            null);

    private Examples() {}

    /** The token as its maker sees it, once. */
    static TokenView withSecret(TokenView view, String secret) {
        return new TokenView(
                view.id(),
                view.tenantId(),
                view.createdBy(),
                view.createdAt(),
                view.updatedAt(),
                view.revision(),
                view.principal(),
                view.roles(),
                view.delegate(),
                view.expiresAt(),
                view.revokedAt(),
                secret);
    }
}
