package dev.berth.query.history;

import dev.berth.api.account.AccountView;
import dev.berth.api.address.RangeView;
import dev.berth.api.iam.ConfirmationView;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.iam.Resources;
import dev.berth.api.image.ImageView;
import dev.berth.api.instance.InstanceView;
import dev.berth.api.network.NetworkView;
import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.PoolView;
import dev.berth.api.project.ProjectView;
import dev.berth.api.tenant.TenantView;
import dev.berth.query.Page;
import dev.berth.query.iam.ConfirmationFold;
import dev.berth.query.iam.PolicyRecord;
import dev.berth.query.iam.TokenRecord;
import dev.berth.query.image.SignerRecord;
import dev.berth.query.node.NodeRecord;
import dev.berth.query.quota.QuotaRecord;
import dev.berth.query.snapshot.SnapshotRecord;
import dev.berth.query.subscription.SubscriptionRecord;
import dev.berth.query.volume.VolumeRecord;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What its owner is shown of a resource whose fold came to a state.
 *
 * @param resource what a decision about it is about
 * @param view     as {@code get} answers it, or the list's item where there is no {@code get}; of a quota its four
 *     resources; null where it is not shown any more
 */
public record Shown(
        String tenantId, ResourceRef resource, @Nullable Object view) {
    /**
     * What is shown at this time.
     *
     * @param state what the fold of a read table came to
     */
    public static Shown of(Object state, Instant at) {
        return switch (state) {
            case InstanceView view -> new Shown(view.tenantId(), Resources.instance(view), view);
            case QuotaRecord quota ->
                new Shown(
                        quota.tenantId(),
                        Resources.quota(quota.tenantId(), quota.poolId()),
                        new Page<>(quota.views(), null));
            case NodeRecord node -> new Shown(node.view().tenantId(), Resources.node(node.view()), node.view());
            case RangeView view -> new Shown(view.tenantId(), Resources.range(view), view);
            case PoolView view -> new Shown(view.tenantId(), Resources.pool(view, view.tenantId()), view);
            case FlavorView view -> new Shown(view.tenantId(), Resources.flavor(view, view.tenantId()), view);
            case ImageView view -> new Shown(view.tenantId(), Resources.image(view, view.tenantId()), view);
            case SignerRecord signer ->
                new Shown(
                        signer.view().tenantId(),
                        Resources.signer(signer.view(), signer.view().tenantId()),
                        signer.removed() ? null : signer.view());
            case VolumeRecord volume ->
                new Shown(volume.view().tenantId(), Resources.volume(volume.view()), volume.view());
            case SnapshotRecord snapshot ->
                new Shown(snapshot.view().tenantId(), Resources.snapshot(snapshot.view()), snapshot.view());
            case SubscriptionRecord it ->
                new Shown(
                        it.tenantId(),
                        new ResourceRef(
                                "compute-subscription",
                                it.id(),
                                Map.of("tenantId", it.tenantId(), "createdBy", it.createdBy())),
                        it);
            case AccountView view -> new Shown(view.tenantId(), Resources.account(view), view);
            case NetworkView view -> new Shown(view.tenantId(), Resources.network(view), view);
            case ProjectView view -> new Shown(view.tenantId(), Resources.project(view), view);
            case TenantView view -> new Shown(view.tenantId(), ResourceRef.tenant(view.tenantId()), view);
            case TokenRecord token -> new Shown(token.view().tenantId(), Resources.token(token.view()), token.view());
            case PolicyRecord policy ->
                new Shown(
                        policy.view().tenantId(),
                        Resources.policy(policy.view().tenantId(), policy.view().policyId()),
                        policy.deleted() ? null : policy.view());
            case ConfirmationView view ->
                new Shown(
                        view.tenantId(),
                        Resources.confirmation(view.id(), view.tenantId(), view.principal()),
                        ConfirmationFold.at(view, at));
            default ->
                throw new IllegalArgumentException(
                        "How " + state.getClass().getSimpleName() + " is shown was not decided");
        };
    }
}
