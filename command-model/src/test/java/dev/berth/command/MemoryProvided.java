package dev.berth.command;

import dev.berth.api.DomainEvent;
import dev.berth.api.account.AccountEvent.AccountArchived;
import dev.berth.api.account.AccountEvent.AccountCreated;
import dev.berth.api.account.AccountView;
import dev.berth.api.pool.LifeState;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreated;
import dev.berth.api.volume.VolumeEvent.VolumeAttaching;
import dev.berth.api.volume.VolumeEvent.VolumeDetached;
import dev.berth.command.account.AccountDirectory;
import dev.berth.command.volume.VolumeLinks;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What decisions on volumes read, folded from a scenario's own events. */
final class MemoryProvided implements AccountDirectory, VolumeLinks {
    private final Map<String, AccountView> accounts = new HashMap<>();
    private final Map<String, String> instances = new HashMap<>();
    private final Map<String, String> volumes = new HashMap<>();

    void on(DomainEvent event) {
        switch (event) {
            case AccountCreated it -> accounts.put(it.accountId(), view(it, LifeState.ACTIVE));
            case AccountArchived it -> accounts.computeIfPresent(it.accountId(), (id, was) -> archived(was));
            case VolumeAttaching it -> instances.put(it.volumeId(), it.instanceId());
            case VolumeDetached it -> instances.remove(it.volumeId());
            case SnapshotCreated it -> volumes.put(it.snapshotId(), it.volumeId());
            default -> {}
        }
    }

    private static AccountView view(AccountCreated it, LifeState state) {
        return new AccountView(
                it.accountId(),
                it.tenantId(),
                it.createdBy(),
                Instant.EPOCH,
                Instant.EPOCH,
                0,
                it.name(),
                it.provider(),
                it.regions(),
                it.secretRef(),
                it.endpoint(),
                state,
                null);
    }

    private static AccountView archived(AccountView it) {
        return new AccountView(
                it.id(),
                it.tenantId(),
                it.createdBy(),
                it.createdAt(),
                it.updatedAt(),
                0,
                it.name(),
                it.provider(),
                it.regions(),
                it.secretRef(),
                it.endpoint(),
                LifeState.ARCHIVED,
                null);
    }

    @Override
    public Optional<AccountView> account(String accountId) {
        return Optional.ofNullable(accounts.get(accountId));
    }

    @Override
    public Optional<String> instanceOf(String volumeId) {
        return Optional.ofNullable(instances.get(volumeId));
    }

    @Override
    public Optional<String> volumeOf(String snapshotId) {
        return Optional.ofNullable(volumes.get(snapshotId));
    }
}
