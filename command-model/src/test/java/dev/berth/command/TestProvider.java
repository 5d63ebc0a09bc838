package dev.berth.command;

import dev.berth.api.account.ProviderKind;
import dev.berth.api.volume.VolumeKind;
import dev.berth.command.account.ProviderRules;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** A provider with rules of its own: shares of at least 50 GiB, disks of at most 10000, and a few names that it refuses. */
final class TestProvider implements ProviderRules {
    final Set<Feature> features =
            EnumSet.of(Feature.MACHINES, Feature.VOLUMES, Feature.SHARED_VOLUMES, Feature.SHARED_SNAPSHOTS);

    @Override
    public boolean offers(ProviderKind provider, Feature feature) {
        return features.contains(feature);
    }

    @Override
    public Optional<Refusal> volume(ProviderKind provider, VolumeDraft draft) {
        return name(draft.name()).or(() -> volumeSize(provider, draft.kind(), draft.sizeGiB()));
    }

    @Override
    public Optional<Refusal> volumeSize(ProviderKind provider, VolumeKind kind, int sizeGiB) {
        boolean fits = kind == VolumeKind.SHARED ? sizeGiB >= 50 : sizeGiB <= 10_000;
        return fits ? Optional.empty() : Optional.of(new Refusal("size", "The provider has no such sizes."));
    }

    @Override
    public Optional<Refusal> snapshot(ProviderKind provider, VolumeKind kind, String region, String name) {
        return name(name);
    }

    @Override
    public Optional<Refusal> machine(ProviderKind provider, MachineDraft draft) {
        return draft.image().equals("no-image")
                ? Optional.of(new Refusal("image", "The provider has no such image."))
                : Optional.empty();
    }

    @Override
    public Optional<Refusal> subnet(ProviderKind provider, String name, String region, String cidr) {
        return cidr.endsWith("/8") || cidr.startsWith("8.")
                ? Optional.of(new Refusal("cidr", "The provider has private networks alone."))
                : name(name);
    }

    private static Optional<Refusal> name(String name) {
        return name.equals("forbidden")
                ? Optional.of(new Refusal("name", "The provider takes no such name."))
                : Optional.empty();
    }
}
