package dev.berth.sagas.provider;

/**
 * What a provider has at all.
 *
 * @param machines whether it makes machines
 * @param volumes whether it makes block volumes
 * @param sharedVolumes whether it makes volumes that many machines mount
 * @param sharedSnapshots whether shared volumes can be snapshotted
 * @param restoreShared whether a shared volume can be made from a snapshot
 * @param destroysVolumesWithMachine whether destroying a machine can take some of its volumes with it
 */
public record Capabilities(
        boolean machines,
        boolean volumes,
        boolean sharedVolumes,
        boolean sharedSnapshots,
        boolean restoreShared,
        boolean destroysVolumesWithMachine) {}
