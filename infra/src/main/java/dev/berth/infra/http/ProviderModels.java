package dev.berth.infra.http;

import dev.berth.api.account.AccountView;
import dev.berth.api.account.ListAccounts;
import dev.berth.api.network.ListNetworks;
import dev.berth.api.network.NetworkView;
import dev.berth.api.snapshot.ListSnapshots;
import dev.berth.api.snapshot.SnapshotView;
import dev.berth.api.volume.ListVolumes;
import dev.berth.api.volume.VolumeView;
import dev.berth.query.Delivered;
import dev.berth.query.Page;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The read side of what is made with provider accounts; the same holds as for {@link ReadModels}, of which it is a part. */
public interface ProviderModels {
    /** An account of the tenant. */
    Optional<AccountView> account(String tenantId, String accountId);

    /** The tenant's accounts. */
    Optional<Page<AccountView>> accounts(ListAccounts query, Predicate<AccountView> seen);

    /** A network of the tenant. */
    Optional<NetworkView> network(String tenantId, String networkId);

    /** The tenant's networks. */
    Optional<Page<NetworkView>> networks(ListNetworks query, Predicate<NetworkView> seen);

    /** A volume of the tenant. */
    Optional<VolumeView> volume(String tenantId, String volumeId);

    /** The volume that these events make, from its first one. */
    VolumeView volume(List<Delivered> events);

    /** The tenant's volumes, of one principal where it is given; there is no next page. */
    Page<VolumeView> volumes(ListVolumes query, @Nullable String createdBy, Predicate<VolumeView> seen);

    /** A snapshot of the tenant. */
    Optional<SnapshotView> snapshot(String tenantId, String snapshotId);

    /** The snapshot that these events make, from its first one. */
    SnapshotView snapshot(List<Delivered> events);

    /** The tenant's snapshots, of one principal where it is given. */
    Optional<Page<SnapshotView>> snapshots(
            ListSnapshots query, @Nullable String createdBy, Predicate<SnapshotView> seen);
}
