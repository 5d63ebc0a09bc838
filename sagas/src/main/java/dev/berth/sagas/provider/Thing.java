package dev.berth.sagas.provider;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Something at a provider, as it is there now. */
public sealed interface Thing {

    ProviderRef ref();

    /** Its name there. */
    String name();

    /** Whose it is. */
    Mark mark();

    /** When the provider made it, by the provider's clock. */
    Instant createdAt();

    /** How far it is. */
    Phase phase();

    /** Whether something uses it there now, so that it must not be removed as superfluous. */
    boolean inUse();

    /** How far a thing is. */
    enum Phase {
        /** Being made. */
        MAKING,
        /** There. */
        READY,
        /** It could not be made; what there is of it is only good to be removed. */
        FAILED,
        /** Being removed; it will be missing. */
        GOING
    }

    /**
     * @param phase READY once it has been made, whether or not it runs
     * @param running whether it is on
     * @param locked whether something goes on with it, so that it refuses everything else
     * @param addresses may be empty at first
     * @param volumeIds the block volumes on it
     * @param networkId the network that it joined
     */
    record SeenMachine(
            ProviderRef ref,
            String name,
            Mark mark,
            Instant createdAt,
            Phase phase,
            boolean running,
            boolean locked,
            @Nullable String size,
            List<Address> addresses,
            Set<String> volumeIds,
            @Nullable String networkId)
            implements Thing {
        public SeenMachine {
            addresses = List.copyOf(addresses);
            volumeIds = Set.copyOf(volumeIds);
        }

        @Override
        public boolean inUse() {
            return !volumeIds.isEmpty();
        }
    }

    /** An address of a machine. */
    record Address(String address, boolean isPublic) {}

    /**
     * @param sizeGiB its size now
     * @param machineId of a block volume, the machine that it is on
     * @param networkIds of a shared volume, the networks that may mount it
     * @param device of a block volume, the path that a guest sees
     * @param mountSource of a shared volume, {@code <host>:<path>}, once it has one
     */
    record SeenVolume(
            ProviderRef ref,
            String name,
            Mark mark,
            Instant createdAt,
            VolumeKind kind,
            Phase phase,
            int sizeGiB,
            @Nullable String machineId,
            Set<String> networkIds,
            @Nullable String device,
            @Nullable String mountSource)
            implements Thing {
        public SeenVolume {
            networkIds = Set.copyOf(networkIds);
        }

        /** A block volume on a machine. Of a shared one the provider does not say. */
        @Override
        public boolean inUse() {
            return machineId != null;
        }
    }

    /**
     * @param volumeId of what
     * @param sizeGiB what the provider bills, rounded up; absent while it has not measured it
     * @param restoreGiB the least size of a volume made from it
     */
    record SeenSnapshot(
            ProviderRef ref,
            String name,
            Mark mark,
            Instant createdAt,
            Phase phase,
            @Nullable String volumeId,
            @Nullable Integer sizeGiB,
            int restoreGiB)
            implements Thing {
        @Override
        public boolean inUse() {
            return false;
        }
    }

    /** @param cidr its addresses */
    record SeenNetwork(ProviderRef ref, String name, Mark mark, Instant createdAt, String cidr) implements Thing {
        @Override
        public Phase phase() {
            return Phase.READY;
        }

        /** It can't be told from this; a network with members can't be removed anyway. */
        @Override
        public boolean inUse() {
            return false;
        }
    }
}
