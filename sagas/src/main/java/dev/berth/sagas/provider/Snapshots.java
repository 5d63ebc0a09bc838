package dev.berth.sagas.provider;

import dev.berth.sagas.provider.Thing.SeenSnapshot;
import dev.berth.sagas.provider.Wish.SnapshotWish;

/**
 * Snapshots of volumes of both kinds. A create too soon after the last one is {@code Busy} with the time to wait; of a
 * volume that is missing it is {@code Missing}.
 */
public interface Snapshots extends Makes<SnapshotWish, SeenSnapshot> {

    /** Every snapshot of volumes of the kind that is this deployment's or can't be told from it, complete or failed. */
    Answer<Listing<SeenSnapshot>> list(VolumeKind kind);
}
