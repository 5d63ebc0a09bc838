package dev.berth.infra.provider;

import dev.berth.sagas.provider.Thing;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.provider.Wish;

/** The stable names of the kinds of things, as they are stored. */
final class Kinds {

    private Kinds() {}

    static String of(Wish wish) {
        return switch (wish) {
            case Wish.MachineWish it -> "machine";
            case Wish.VolumeWish it -> it.kind() == VolumeKind.SHARED ? "share" : "volume";
            case Wish.SnapshotWish it -> it.volume().shared() ? "shareSnapshot" : "snapshot";
            case Wish.NetworkWish it -> "network";
        };
    }

    static String of(Thing thing) {
        boolean shared = thing.ref().shared();
        return switch (thing) {
            case Thing.SeenMachine it -> "machine";
            case Thing.SeenVolume it -> shared ? "share" : "volume";
            case Thing.SeenSnapshot it -> shared ? "shareSnapshot" : "snapshot";
            case Thing.SeenNetwork it -> "network";
        };
    }

    static boolean isShared(Wish wish) {
        return switch (wish) {
            case Wish.VolumeWish it -> it.kind() == VolumeKind.SHARED;
            case Wish.SnapshotWish it -> it.volume().shared();
            case Wish.MachineWish it -> false;
            case Wish.NetworkWish it -> false;
        };
    }
}
