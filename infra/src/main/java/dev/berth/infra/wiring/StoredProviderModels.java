package dev.berth.infra.wiring;

import dev.berth.api.account.AccountView;
import dev.berth.api.account.ListAccounts;
import dev.berth.api.network.ListNetworks;
import dev.berth.api.network.NetworkView;
import dev.berth.api.snapshot.ListSnapshots;
import dev.berth.api.snapshot.SnapshotView;
import dev.berth.api.volume.ListVolumes;
import dev.berth.api.volume.VolumeView;
import dev.berth.infra.http.ProviderModels;
import dev.berth.query.Delivered;
import dev.berth.query.Page;
import dev.berth.query.account.AccountQueries;
import dev.berth.query.account.AccountTable;
import dev.berth.query.network.NetworkQueries;
import dev.berth.query.network.NetworkTable;
import dev.berth.query.snapshot.SnapshotQueries;
import dev.berth.query.snapshot.SnapshotRecord;
import dev.berth.query.snapshot.SnapshotTable;
import dev.berth.query.volume.VolumeQueries;
import dev.berth.query.volume.VolumeRecord;
import dev.berth.query.volume.VolumeTable;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** The read side of provider accounts, over the read tables. */
final class StoredProviderModels implements ProviderModels {
    private final AccountQueries accounts;
    private final NetworkQueries networks;
    private final VolumeQueries volumes;
    private final SnapshotQueries snapshots;
    private final RowOrStream stored;

    StoredProviderModels(DSLContext sql, RowOrStream stored) {
        this.accounts = new AccountQueries(sql);
        this.networks = new NetworkQueries(sql);
        this.volumes = new VolumeQueries(sql);
        this.snapshots = new SnapshotQueries(sql);
        this.stored = stored;
    }

    @Override
    public Optional<AccountView> account(String tenantId, String accountId) {
        return stored.find(
                accounts.get(tenantId, accountId),
                AccountTable.TABLE,
                accountId,
                it -> it,
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public Optional<Page<AccountView>> accounts(ListAccounts query, Predicate<AccountView> seen) {
        return accounts.list(query, seen);
    }

    @Override
    public Optional<NetworkView> network(String tenantId, String networkId) {
        return stored.find(
                networks.get(tenantId, networkId),
                NetworkTable.TABLE,
                networkId,
                it -> it,
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public Optional<Page<NetworkView>> networks(ListNetworks query, Predicate<NetworkView> seen) {
        return networks.list(query, seen);
    }

    @Override
    public Optional<VolumeView> volume(String tenantId, String volumeId) {
        return stored.find(
                volumes.get(tenantId, volumeId),
                VolumeTable.TABLE,
                volumeId,
                VolumeRecord::view,
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public VolumeView volume(List<Delivered> events) {
        return RowOrStream.fold(VolumeTable.TABLE, events)
                .map(VolumeRecord::view)
                .orElseThrow();
    }

    @Override
    public Page<VolumeView> volumes(ListVolumes query, @Nullable String createdBy, Predicate<VolumeView> seen) {
        return volumes.list(query, createdBy, seen);
    }

    @Override
    public Optional<SnapshotView> snapshot(String tenantId, String snapshotId) {
        return stored.find(
                snapshots.get(tenantId, snapshotId),
                SnapshotTable.TABLE,
                snapshotId,
                SnapshotRecord::view,
                it -> it.tenantId().equals(tenantId));
    }

    @Override
    public SnapshotView snapshot(List<Delivered> events) {
        return RowOrStream.fold(SnapshotTable.TABLE, events)
                .map(SnapshotRecord::view)
                .orElseThrow();
    }

    @Override
    public Optional<Page<SnapshotView>> snapshots(
            ListSnapshots query, @Nullable String createdBy, Predicate<SnapshotView> seen) {
        return snapshots.list(query, createdBy, seen);
    }
}
