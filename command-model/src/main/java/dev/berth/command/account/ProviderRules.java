package dev.berth.command.account;

import dev.berth.api.account.ProviderKind;
import dev.berth.api.volume.Filesystem;
import dev.berth.api.volume.VolumeKind;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of a provider before it is asked: what it has at all, and what it would refuse. Asks nobody. */
public interface ProviderRules {
    /** What a provider may have or lack. */
    enum Feature {
        MACHINES,
        VOLUMES,
        SHARED_VOLUMES,
        SHARED_SNAPSHOTS,
        RESTORE_SHARED
    }

    /**
     * Why a provider would refuse something.
     *
     * @param reason the rule's name, such as {@code size}, {@code name}, {@code region}, {@code filesystem}
     * @param words  one sentence that a person can act on
     */
    record Refusal(String reason, String words) {}

    /** A volume that is to be made. */
    record VolumeDraft(
            String name,
            String region,
            VolumeKind kind,
            int sizeGiB,
            @Nullable String description,
            @Nullable Filesystem filesystem) {}

    /**
     * A machine that is to be made.
     *
     * @param size     the provider's name of its shape
     * @param userData in clear; not kept
     */
    record MachineDraft(
            String region,
            String size,
            int gpus,
            String image,
            List<String> sshKeys,
            @Nullable String userData) {
        @Override
        public String toString() {
            return "MachineDraft[region=" + region + ", size=" + size + ", image=" + image + "]";
        }
    }

    /** Whether the provider has this at all. */
    boolean offers(ProviderKind provider, Feature feature);

    /** Why it would refuse to make the volume. */
    Optional<Refusal> volume(ProviderKind provider, VolumeDraft draft);

    /** Why it would refuse to give a volume this size. */
    Optional<Refusal> volumeSize(ProviderKind provider, VolumeKind kind, int sizeGiB);

    /** Why it would refuse to take a snapshot under this name. */
    Optional<Refusal> snapshot(ProviderKind provider, VolumeKind kind, String region, String name);

    /** Why it would refuse to make the machine. */
    Optional<Refusal> machine(ProviderKind provider, MachineDraft draft);

    /** Why it would refuse to make a network's subnet. */
    Optional<Refusal> subnet(ProviderKind provider, String name, String region, String cidr);
}
