package dev.berth.command.volume;

import dev.berth.api.iam.ResourceRef;
import dev.berth.api.iam.Resources;
import dev.berth.api.pool.PoolView;
import dev.berth.api.volume.Filesystem;
import dev.berth.api.volume.VolumeEvent.VolumeCreated;
import dev.berth.api.volume.VolumeKind;
import dev.berth.api.volume.VolumeSource;
import dev.berth.command.account.ProviderRules;
import dev.berth.command.quota.Quota;
import org.jspecify.annotations.Nullable;

/**
 * A volume that is to be admitted.
 *
 * @param accountId   the pool's account; empty where it has none, which no volume is admitted with
 * @param requestHmac of the request that asks for it
 */
public record NewVolume(
        String id,
        String tenantId,
        String createdBy,
        PoolView pool,
        String accountId,
        @Nullable String projectId,
        String name,
        @Nullable String description,
        String region,
        VolumeKind kind,
        @Nullable String networkId,
        @Nullable Filesystem filesystem,
        int sizeGiB,
        boolean deleteWithInstance,
        @Nullable VolumeSource source,
        String requestHmac) {
    /** The draft as policies see it. */
    public ResourceRef resource() {
        return Resources.volume(id, tenantId, createdBy, projectId, pool.id(), "pending", kind, sizeGiB, region);
    }

    String quotaId() {
        return Quota.id(tenantId, pool.id());
    }

    ProviderRules.VolumeDraft draft() {
        return new ProviderRules.VolumeDraft(name, region, kind, sizeGiB, description, filesystem);
    }

    VolumeCreated created(String providerName, @Nullable String networkProviderId) {
        return new VolumeCreated(
                id,
                tenantId,
                createdBy,
                pool.id(),
                quotaId(),
                projectId,
                name,
                description,
                accountId,
                region,
                kind,
                networkId,
                networkProviderId,
                filesystem,
                sizeGiB,
                deleteWithInstance,
                providerName,
                source,
                requestHmac);
    }
}
