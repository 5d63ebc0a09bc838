package dev.berth.infra.provider;

import dev.berth.api.account.ProviderKind;
import dev.berth.api.volume.VolumeKind;
import dev.berth.command.account.ProviderRules;
import dev.berth.sagas.provider.Capabilities;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Providers;
import dev.berth.sagas.provider.Violation;
import dev.berth.sagas.provider.Wish;
import java.util.Locale;
import java.util.Optional;

/** What admission asks of providers, answered by the adapters' own rules. A provider without an adapter offers nothing. */
public final class AdmissionRules implements ProviderRules {
    /** Stands for the id of what has none yet: the rules look at its length at most. */
    private static final String MARKER = "new_" + "0".repeat(52);

    private static final String ANY = "any";

    private final Providers providers;

    /** Over the rules of these providers. */
    public AdmissionRules(Providers providers) {
        this.providers = providers;
    }

    @Override
    public boolean offers(ProviderKind provider, Feature feature) {
        return rules(provider)
                .map(dev.berth.sagas.provider.ProviderRules::capabilities)
                .filter(it -> has(it, feature))
                .isPresent();
    }

    private static boolean has(Capabilities all, Feature feature) {
        return switch (feature) {
            case MACHINES -> all.machines();
            case VOLUMES -> all.volumes();
            case SHARED_VOLUMES -> all.sharedVolumes();
            case SHARED_SNAPSHOTS -> all.sharedSnapshots();
            case RESTORE_SHARED -> all.restoreShared();
        };
    }

    @Override
    public Optional<Refusal> volume(ProviderKind provider, VolumeDraft draft) {
        String filesystem =
                draft.filesystem() == null ? null : draft.filesystem().name().toLowerCase(Locale.ROOT);
        return refusal(
                provider,
                new Wish.VolumeWish(
                        MARKER,
                        draft.name(),
                        draft.region(),
                        kind(draft.kind()),
                        draft.sizeGiB(),
                        draft.description(),
                        filesystem,
                        draft.kind() == VolumeKind.SHARED ? ANY : null,
                        null));
    }

    @Override
    public Optional<Refusal> volumeSize(ProviderKind provider, VolumeKind kind, int sizeGiB) {
        return rules(provider)
                .flatMap(it -> it.validateSize(kind(kind), sizeGiB))
                .map(AdmissionRules::refusal);
    }

    @Override
    public Optional<Refusal> snapshot(ProviderKind provider, VolumeKind kind, String region, String name) {
        ProviderRef volume = new ProviderRef(ANY, region, kind == VolumeKind.SHARED);
        return refusal(provider, new Wish.SnapshotWish(MARKER, name, region, volume));
    }

    @Override
    public Optional<Refusal> machine(ProviderKind provider, MachineDraft draft) {
        return refusal(
                provider,
                new Wish.MachineWish(
                        MARKER,
                        MARKER,
                        draft.region(),
                        draft.size().isEmpty() ? null : draft.size(),
                        draft.gpus(),
                        draft.image(),
                        null,
                        draft.sshKeys(),
                        draft.userData()));
    }

    @Override
    public Optional<Refusal> subnet(ProviderKind provider, String name, String region, String cidr) {
        return refusal(provider, new Wish.NetworkWish(MARKER + ":" + region, name, region, cidr));
    }

    private Optional<Refusal> refusal(ProviderKind provider, Wish wish) {
        return rules(provider).flatMap(it -> it.validate(wish)).map(AdmissionRules::refusal);
    }

    private static Refusal refusal(Violation violation) {
        return new Refusal(violation.reason(), violation.words());
    }

    private Optional<dev.berth.sagas.provider.ProviderRules> rules(ProviderKind provider) {
        return providers.rules(name(provider));
    }

    private static String name(ProviderKind provider) {
        return switch (provider) {
            case DIGITALOCEAN -> "digitalocean";
        };
    }

    private static dev.berth.sagas.provider.VolumeKind kind(VolumeKind kind) {
        return switch (kind) {
            case BLOCK -> dev.berth.sagas.provider.VolumeKind.BLOCK;
            case SHARED -> dev.berth.sagas.provider.VolumeKind.SHARED;
        };
    }
}
