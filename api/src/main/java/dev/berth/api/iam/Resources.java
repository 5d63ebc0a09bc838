package dev.berth.api.iam;

import dev.berth.api.account.AccountView;
import dev.berth.api.address.RangeView;
import dev.berth.api.image.ImageView;
import dev.berth.api.image.SignerView;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.network.NetworkView;
import dev.berth.api.node.NodeView;
import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolView;
import dev.berth.api.project.ProjectView;
import dev.berth.api.snapshot.SnapshotView;
import dev.berth.api.subscription.SubscriptionView;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeView;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What decisions are about, with the attributes that policies can test, so that a method, a list and a command speak of
 * the same thing in the same words.
 */
public final class Resources {
    private Resources() {}

    /** An instance, or the draft of one. */
    public static ResourceRef instance(InstanceView view) {
        return instance(
                view.id(),
                view.tenantId(),
                view.createdBy(),
                view.projectId(),
                view.poolId(),
                word(view.state()),
                view.flavor(),
                view.vcpu(),
                view.memoryGiB(),
                view.gpus(),
                view.imageId(),
                view.imageVerified());
    }

    /** An instance by its attributes; the state of a draft is {@code pending}. */
    public static ResourceRef instance(
            String id,
            String tenantId,
            String createdBy,
            @Nullable String projectId,
            String poolId,
            String state,
            String flavor,
            int vcpu,
            int memoryGiB,
            int gpus,
            String imageId,
            boolean imageVerified) {
        Map<String, Object> attributes = attributes(tenantId, createdBy, poolId, state);
        attributes.put("flavor", flavor);
        attributes.put("vcpu", (long) vcpu);
        attributes.put("memoryGiB", (long) memoryGiB);
        attributes.put("gpus", (long) gpus);
        attributes.put("imageId", imageId);
        attributes.put("imageVerified", imageVerified);
        if (projectId != null) {
            attributes.put("projectId", projectId);
        }
        return new ResourceRef("compute-instance", id, attributes);
    }

    /** A pool, as {@code viewer} asks for it: another tenant's is shared with it. */
    public static ResourceRef pool(PoolView view, String viewer) {
        return shared(
                "compute-pool",
                view.id(),
                attributes(view.tenantId(), view.createdBy(), view.id(), word(view.state())),
                viewer);
    }

    /** A flavor by pool and name, as {@code viewer} asks for it. */
    public static ResourceRef flavor(FlavorView view, String viewer) {
        return shared(
                "compute-flavor",
                view.poolId() + "/" + view.name(),
                attributes(view.tenantId(), view.createdBy(), view.poolId(), word(view.state())),
                viewer);
    }

    /** An image, as {@code viewer} asks for it. */
    public static ResourceRef image(ImageView view, String viewer) {
        return shared(
                "compute-image",
                view.imageId(),
                attributes(view.tenantId(), view.createdBy(), null, word(view.state())),
                viewer);
    }

    /** A signer, as {@code viewer} asks for it. */
    public static ResourceRef signer(SignerView view, String viewer) {
        return shared("compute-signer", view.id(), attributes(view.tenantId(), view.createdBy(), null, null), viewer);
    }

    /** A host. */
    public static ResourceRef node(NodeView view) {
        return new ResourceRef(
                "compute-node",
                view.id(),
                attributes(view.tenantId(), view.createdBy(), view.poolId(), word(view.state())));
    }

    /** An address range. */
    public static ResourceRef range(RangeView view) {
        LifeState state = view.deletedAt() == null ? LifeState.ACTIVE : LifeState.ARCHIVED;
        return new ResourceRef(
                "compute-address-range",
                view.id(),
                attributes(view.tenantId(), view.createdBy(), view.poolId(), word(state)));
    }

    /** A volume, or the draft of one. */
    public static ResourceRef volume(VolumeView view) {
        return volume(
                view.id(),
                view.tenantId(),
                view.createdBy(),
                view.projectId(),
                view.poolId(),
                word(view.state()),
                view.kind(),
                view.sizeGiB(),
                view.region());
    }

    /** A volume by its attributes; the state of a draft is {@code pending}. */
    public static ResourceRef volume(
            String id,
            String tenantId,
            String createdBy,
            @Nullable String projectId,
            String poolId,
            String state,
            VolumeKind kind,
            int sizeGiB,
            String region) {
        Map<String, Object> attributes = attributes(tenantId, createdBy, poolId, state);
        attributes.put("kind", word(kind));
        attributes.put("sizeGiB", (long) sizeGiB);
        attributes.put("region", region);
        if (projectId != null) {
            attributes.put("projectId", projectId);
        }
        return new ResourceRef("compute-provider-volume", id, attributes);
    }

    /** A snapshot. */
    public static ResourceRef snapshot(SnapshotView view) {
        return new ResourceRef(
                "compute-provider-snapshot",
                view.id(),
                attributes(view.tenantId(), view.createdBy(), view.poolId(), word(view.state())));
    }

    /** An account. */
    public static ResourceRef account(AccountView view) {
        return new ResourceRef(
                "compute-account", view.id(), attributes(view.tenantId(), view.createdBy(), null, word(view.state())));
    }

    /** A network. */
    public static ResourceRef network(NetworkView view) {
        return new ResourceRef(
                "compute-network", view.id(), attributes(view.tenantId(), view.createdBy(), null, word(view.state())));
    }

    /** A project. */
    public static ResourceRef project(ProjectView view) {
        return new ResourceRef(
                "compute-project", view.id(), attributes(view.tenantId(), view.createdBy(), null, word(view.state())));
    }

    /** A subscription. */
    public static ResourceRef subscription(SubscriptionView view) {
        return new ResourceRef(
                "compute-subscription",
                view.id(),
                attributes(view.tenantId(), view.createdBy(), null, word(view.state())));
    }

    /** The quota of a tenant in a pool. */
    public static ResourceRef quota(String tenantId, String poolId) {
        return new ResourceRef("compute-quota", poolId, attributes(tenantId, null, poolId, null));
    }

    /** A token; {@code createdBy} is who made it. */
    public static ResourceRef token(TokenView view) {
        return new ResourceRef("compute-token", view.id(), attributes(view.tenantId(), view.createdBy(), null, null));
    }

    /** A policy of a tenant. */
    public static ResourceRef policy(String tenantId, String policyId) {
        return new ResourceRef("compute-policy", policyId, attributes(tenantId, null, null, null));
    }

    /** A confirmation; {@code createdBy} is the principal in whose name it was asked for. */
    public static ResourceRef confirmation(String id, String tenantId, String principal) {
        return new ResourceRef("compute-confirmation", id, attributes(tenantId, principal, null, null));
    }

    private static ResourceRef shared(String type, String id, Map<String, Object> attributes, String viewer) {
        attributes.put("shared", !viewer.equals(attributes.get("tenantId")));
        return new ResourceRef(type, id, attributes);
    }

    private static Map<String, Object> attributes(
            String tenantId, @Nullable String createdBy, @Nullable String poolId, @Nullable String state) {
        Map<String, Object> attributes = new HashMap<>();
        attributes.put("tenantId", tenantId);
        if (createdBy != null) {
            attributes.put("createdBy", createdBy);
        }
        if (poolId != null) {
            attributes.put("poolId", poolId);
        }
        if (state != null) {
            attributes.put("state", state);
        }
        return attributes;
    }

    private static String word(Enum<?> state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
