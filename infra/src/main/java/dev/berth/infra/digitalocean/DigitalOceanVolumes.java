package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Found;
import dev.berth.sagas.provider.Listing;
import dev.berth.sagas.provider.Progress;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing.SeenVolume;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.provider.Volumes;
import dev.berth.sagas.provider.Wish.VolumeWish;
import org.jspecify.annotations.Nullable;

/** Volumes of both kinds, each asked where it is. */
final class DigitalOceanVolumes implements Volumes {

    private final BlockVolumes blocks;
    private final Shares shares;

    DigitalOceanVolumes(BlockVolumes blocks, Shares shares) {
        this.blocks = blocks;
        this.shares = shares;
    }

    @Override
    public Answer<Found<SeenVolume>> find(VolumeWish wish, @Nullable String sentName) {
        return wish.kind() == VolumeKind.SHARED ? shares.find(wish, sentName) : blocks.find(wish, sentName);
    }

    @Override
    public Answer<SeenVolume> create(VolumeWish wish, String name) {
        return wish.kind() == VolumeKind.SHARED ? shares.create(wish, name) : blocks.create(wish, name);
    }

    @Override
    public Answer<SeenVolume> observe(ProviderRef ref) {
        return ref.shared() ? shares.observe(ref) : blocks.observe(ref);
    }

    @Override
    public Answer<Listing<SeenVolume>> list(VolumeKind kind) {
        return kind == VolumeKind.SHARED ? shares.list() : blocks.list();
    }

    @Override
    public Answer<ProviderRef> attach(ProviderRef volume, ProviderRef machine, @Nullable String networkId) {
        return volume.shared() ? shares.attach(volume, networkId) : blocks.attach(volume, machine);
    }

    @Override
    public Answer<ProviderRef> detach(ProviderRef volume, ProviderRef machine) {
        // A share is let go by the guest that unmounts it.
        return volume.shared() ? new Answer.Done<>(volume) : blocks.detach(volume, machine);
    }

    @Override
    public Answer<ProviderRef> resize(ProviderRef volume, int sizeGiB) {
        return volume.shared() ? shares.resize(volume, sizeGiB) : blocks.resize(volume, sizeGiB);
    }

    @Override
    public Answer<ProviderRef> remove(ProviderRef volume) {
        return volume.shared() ? shares.remove(volume) : blocks.remove(volume);
    }

    @Override
    public Answer<Progress> progress(ProviderRef volume, String operation) {
        return volume.shared() ? new Answer.Done<>(Progress.RUNNING) : blocks.progress(volume, operation);
    }
}
