package dev.berth.sagas.provider;

import dev.berth.sagas.provider.Thing.SeenVolume;
import dev.berth.sagas.provider.Wish.VolumeWish;
import org.jspecify.annotations.Nullable;

/**
 * Volumes of both kinds. Everything that is true already is {@code Done} without a change; what is {@code Pending} shows
 * in {@link #observe} once it is so.
 */
public interface Volumes extends Makes<VolumeWish, SeenVolume> {

    /** Every volume of the kind that is this deployment's or can't be told from it, complete or failed. */
    Answer<Listing<SeenVolume>> list(VolumeKind kind);

    /**
     * Puts a block volume on a machine, or lets the network of a machine mount a shared one. {@code Refused} with
     * {@code limit} when the machine has as many as it can, {@code attachedElsewhere} when the volume is on another one
     * (nothing is detached for it), {@code machineMissing} or {@code volumeMissing}.
     *
     * @param networkId the provider's id of the machine's network; needed for a shared volume
     */
    Answer<ProviderRef> attach(ProviderRef volume, ProviderRef machine, @Nullable String networkId);

    /**
     * Takes a block volume off a machine; {@code Done} when it is not on it, or either is missing. {@code Busy} while an
     * attach goes on. A shared volume is mounted by guests alone, so there is nothing to do: {@code Done}.
     */
    Answer<ProviderRef> detach(ProviderRef volume, ProviderRef machine);

    /** Grows it; {@code Done} when it is as large already. {@code Refused} says why in its words. */
    Answer<ProviderRef> resize(ProviderRef volume, int sizeGiB);

    /** How an operation that was {@code Pending} goes; always RUNNING where the provider does not tell. */
    Answer<Progress> progress(ProviderRef volume, String operation);
}
