package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Found;
import dev.berth.sagas.provider.Listing;
import dev.berth.sagas.provider.Mark;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing.Phase;
import dev.berth.sagas.provider.Thing.SeenVolume;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.provider.Wish.VolumeWish;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shared volumes are shares of Network File Storage.
 *
 * <p>Owns: nothing by mark, since shares can't be marked; what is ours is known by its id, and before that by its name.<br>
 * Does not own: who mounts a share; every machine in one of its networks may.<br>
 * Invariants: its actions can't be read again, so the share is the truth; one that is deleted and still shows is missing.<br>
 * On failure: an {@link Answer}.
 */
final class Shares {

    private static final Duration SOON = Duration.ofSeconds(1);
    /** The cheaper of the two; the other may be chosen at the provider later. */
    private static final String TIER = "standard";

    private final Connection connection;

    Shares(Connection connection) {
        this.connection = connection;
    }

    static Phase phase(@Nullable String status) {
        return switch (String.valueOf(status).toUpperCase(Locale.ROOT)) {
            case "ACTIVE", "INACTIVE" -> Phase.READY;
            case "FAILED" -> Phase.FAILED;
            case "DELETED" -> Phase.GOING;
            default -> Phase.MAKING;
        };
    }

    private static SeenVolume seen(Wire.Share it) {
        return new SeenVolume(
                new ProviderRef(it.id(), it.region(), true),
                it.name(),
                Mark.UNMARKABLE,
                it.createdAt() == null ? Instant.EPOCH : it.createdAt(),
                VolumeKind.SHARED,
                phase(it.status()),
                it.sizeGib(),
                null,
                it.vpcIds() == null ? Set.of() : Set.copyOf(it.vpcIds()),
                null,
                it.host() == null || it.mountPath() == null ? null : it.host() + ":" + it.mountPath());
    }

    /** Without pages in the API's document; should there be some after all, they are asked for. */
    private static List<SeenVolume> all(DigitalOceanApi api, @Nullable String region) {
        List<Wire.Share> all = new ArrayList<>(Connection.pages(
                page -> api.shares(region, page == 1 ? null : page, null),
                Wire.SharePage::shares,
                Wire.SharePage::links));
        return all.stream()
                .map(Shares::seen)
                .filter(it -> it.phase() != Phase.GOING)
                .toList();
    }

    Answer<Found<SeenVolume>> find(VolumeWish wish, @Nullable String sentName) {
        String name = sentName == null ? wish.name() : sentName;
        return connection.call(api -> new Answer.Done<>(new Found<>(
                all(api, wish.region()).stream()
                        .filter(it -> it.name().equals(name))
                        .toList(),
                name,
                false)));
    }

    Answer<SeenVolume> create(VolumeWish wish, String name) {
        return connection.call(api -> {
            try {
                Wire.Share made = api.createShare(new Wire.NewShare(
                                name, wish.sizeGiB(), wish.region(), List.of(String.valueOf(wish.networkId())), TIER))
                        .share();
                return new Answer.Pending<>(seen(made), null);
            } catch (ApiFailure e) {
                if (e.status() == 400 && e.says("size_gib")) {
                    return new Answer.Refused<>("size", e.words());
                }
                // One share for each network was the rule once, and a busy network may still say so.
                if (e.status() == 409 && (e.says("already attached") || e.says("only one share"))) {
                    return new Answer.Refused<>("network", e.words());
                }
                if (e.status() == 409) {
                    return new Answer.Unknown<>(e.words(), true);
                }
                throw e;
            }
        });
    }

    Answer<SeenVolume> observe(ProviderRef ref) {
        return connection.call(api -> {
            SeenVolume share = seen(api.share(ref.id(), ref.region()).share());
            return share.phase() == Phase.GOING
                    ? new Answer.Missing<>("The share has been deleted.")
                    : new Answer.Done<>(share);
        });
    }

    Answer<Listing<SeenVolume>> list() {
        Instant began = connection.now();
        return connection.listing(api -> new Answer.Done<>(new Listing<>(began, all(api, null))));
    }

    /** Lets the network mount it. */
    Answer<ProviderRef> attach(ProviderRef share, @Nullable String networkId) {
        if (networkId == null) {
            return new Answer.Refused<>("network", "A share is mounted over a network, and the machine has none.");
        }
        return connection.call(api -> {
            try {
                SeenVolume seen = seen(api.share(share.id(), share.region()).share());
                if (seen.phase() == Phase.GOING) {
                    return new Answer.Refused<>("volumeMissing", "The share has been deleted.");
                }
                if (seen.networkIds().contains(networkId)) {
                    return new Answer.Done<>(share);
                }
                api.actOnShare(share.id(), new Wire.ShareAction("attach", new Wire.ShareParams(null, null, networkId)));
                return new Answer.Pending<>(share, null);
            } catch (ApiFailure e) {
                if (e.status() == 404) {
                    return new Answer.Refused<>("volumeMissing", e.words());
                }
                if (e.says("timeout")) {
                    return new Answer.Busy<>(e.words(), SOON);
                }
                throw e;
            }
        });
    }

    Answer<ProviderRef> resize(ProviderRef share, int sizeGiB) {
        return connection.call(api -> {
            try {
                api.actOnShare(share.id(), new Wire.ShareAction("resize", new Wire.ShareParams(sizeGiB, null, null)));
                return new Answer.Pending<>(share, null);
            } catch (ApiFailure e) {
                boolean refused = e.status() == 400 || e.status() == 422;
                if (refused
                        && seen(api.share(share.id(), share.region()).share()).sizeGiB() >= sizeGiB) {
                    return new Answer.Done<>(share);
                }
                throw e;
            }
        });
    }

    Answer<ProviderRef> remove(ProviderRef share) {
        return connection.call(api -> {
            try {
                api.deleteShare(share.id(), share.region());
            } catch (ApiFailure e) {
                if (e.status() == 404) {
                    return new Answer.Done<>(share);
                }
                throw e;
            }
            return new Answer.Pending<>(share, null);
        });
    }
}
