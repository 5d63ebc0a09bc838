package dev.berth.sagas.provider;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a provider is to make. */
public sealed interface Wish {

    /**
     * The mark by which it is found again: the resource's id, or the network's id with {@code :} and the region for a
     * subnet. Of {@code [A-Za-z0-9_:-]}, at most 128 characters, of one thing at most.
     */
    String marker();

    /** The name that it is to have, unless another thing of this deployment has it. */
    String name();

    /** The provider's slug of the region. */
    String region();

    /** The name with the last eight characters of the id, for where another thing of this deployment has the plain one. */
    default String longName() {
        int colon = marker().indexOf(':');
        String id = colon < 0 ? marker() : marker().substring(0, colon);
        return name() + "-" + id.substring(Math.max(0, id.length() - 8));
    }

    /**
     * A machine. It is marked, and named after its marker.
     *
     * @param size the provider's slug; absent where the flavor names none, which no provider takes
     * @param gpus how many GPUs that size has
     * @param image the provider's slug or id
     * @param networkId the provider's id of the network that it joins; absent for the region's own
     * @param sshKeys public keys to let in
     * @param userData for the first boot, in clear. Secret: it is handed over and neither logged nor kept
     */
    record MachineWish(
            String marker,
            String name,
            String region,
            @Nullable String size,
            int gpus,
            String image,
            @Nullable String networkId,
            List<String> sshKeys,
            @Nullable String userData)
            implements Wish {
        public MachineWish {
            sshKeys = List.copyOf(sshKeys);
        }

        @Override
        public String toString() {
            return "MachineWish[marker=%s, region=%s, size=%s, image=%s]".formatted(marker, region, size, image);
        }
    }

    /**
     * A volume.
     *
     * @param sizeGiB at least 1; of a volume made from a snapshot at least the snapshot's size, to which it may have to be
     *     resized once it exists
     * @param filesystem {@code ext4}, {@code xfs}, or absent for none
     * @param networkId the provider's id of a shared volume's network
     * @param snapshotId the provider's id of the snapshot that it is made from
     */
    record VolumeWish(
            String marker,
            String name,
            String region,
            VolumeKind kind,
            int sizeGiB,
            @Nullable String description,
            @Nullable String filesystem,
            @Nullable String networkId,
            @Nullable String snapshotId)
            implements Wish {}

    /**
     * A snapshot.
     *
     * @param volume what is snapshotted
     */
    record SnapshotWish(String marker, String name, String region, ProviderRef volume) implements Wish {}

    /**
     * One subnet of a network of ours, which is a network of its own at the provider.
     *
     * @param cidr private, IPv4
     */
    record NetworkWish(String marker, String name, String region, String cidr) implements Wish {}
}
