package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Found;
import dev.berth.sagas.provider.Listing;
import dev.berth.sagas.provider.Mark;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Snapshots;
import dev.berth.sagas.provider.Thing.Phase;
import dev.berth.sagas.provider.Thing.SeenSnapshot;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.provider.Wish.SnapshotWish;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Snapshots of volumes and of shares.
 *
 * <p>Owns: snapshots of volumes that carry this deployment's tag. Those of shares can't be marked.<br>
 * Does not own: which snapshots there should be.<br>
 * Invariants: they are named with eight characters of their id, since nobody documents how far names have to be unique; those
 * of one volume are listed for that volume alone, since listing all of an account takes long.<br>
 * On failure: an {@link Answer}.
 */
final class DigitalOceanSnapshots implements Snapshots {

    private static final Pattern INTERVAL =
            Pattern.compile("one request per (?:([0-9]+)h)?(?:([0-9]+)m(?!s))?(?:([0-9]+)(?:\\.[0-9]+)?s)?");
    private static final Duration USUAL_INTERVAL = Duration.ofMinutes(10);
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Connection connection;
    private final Marks marks;

    DigitalOceanSnapshots(Connection connection, Marks marks) {
        this.connection = connection;
        this.marks = marks;
    }

    private SeenSnapshot seen(Wire.Snapshot it) {
        Double billed = it.sizeGigabytes();
        String region = it.regions() == null || it.regions().isEmpty()
                ? null
                : it.regions().getFirst();
        return new SeenSnapshot(
                ProviderRef.of(it.id(), region),
                it.name(),
                marks.of(it.tags()),
                it.createdAt() == null ? Instant.EPOCH : it.createdAt(),
                Phase.READY,
                it.resourceId(),
                // It is 0 until it has been measured.
                billed == null || billed <= 0 ? null : (int) Math.ceil(billed),
                it.minDiskSize() == null ? 0 : it.minDiskSize());
    }

    private static SeenSnapshot seen(Wire.ShareSnapshot it) {
        return new SeenSnapshot(
                new ProviderRef(it.id(), it.region(), true),
                it.name(),
                Mark.UNMARKABLE,
                it.createdAt() == null ? Instant.EPOCH : it.createdAt(),
                Shares.phase(it.status()),
                it.shareId(),
                it.sizeGib(),
                it.sizeGib());
    }

    private static List<SeenSnapshot> ofShares(DigitalOceanApi api, @Nullable String region, @Nullable String shareId) {
        return Connection.pages(
                        page -> api.shareSnapshots(region, shareId, page == 1 ? null : page, null),
                        Wire.ShareSnapshotPage::snapshots,
                        Wire.ShareSnapshotPage::links)
                .stream()
                .map(DigitalOceanSnapshots::seen)
                .filter(it -> it.phase() != Phase.GOING)
                .toList();
    }

    private List<SeenSnapshot> ofVolume(DigitalOceanApi api, String volumeId) {
        try {
            return Connection.pages(
                            page -> api.snapshotsOf(volumeId, page, Connection.PER_PAGE),
                            Wire.SnapshotPage::snapshots,
                            Wire.SnapshotPage::links)
                    .stream()
                    .map(this::seen)
                    .toList();
        } catch (ApiFailure e) {
            if (e.status() != 404) {
                throw e;
            }
            // The volume is gone; its snapshots are not.
            return ofVolumes(api).stream()
                    .filter(it -> volumeId.equals(it.volumeId()))
                    .toList();
        }
    }

    private List<SeenSnapshot> ofVolumes(DigitalOceanApi api) {
        return Connection.pages(
                        page -> api.snapshots("volume", page, Connection.PER_PAGE),
                        Wire.SnapshotPage::snapshots,
                        Wire.SnapshotPage::links)
                .stream()
                .map(this::seen)
                .toList();
    }

    @Override
    public Answer<Found<SeenSnapshot>> find(SnapshotWish wish, @Nullable String sentName) {
        String name = wish.longName();
        ProviderRef volume = wish.volume();
        return connection.call(api -> new Answer.Done<>(new Found<>(
                volume.shared()
                        ? named(ofShares(api, volume.region(), volume.id()), name)
                        : ofVolume(api, volume.id()).stream()
                                .filter(it -> it.mark().isOf(wish.marker()))
                                .toList(),
                name,
                false)));
    }

    private static List<SeenSnapshot> named(List<SeenSnapshot> all, String name) {
        return all.stream().filter(it -> it.name().equals(name)).toList();
    }

    @Override
    public Answer<SeenSnapshot> create(SnapshotWish wish, String name) {
        return connection.call(api -> {
            try {
                return wish.volume().shared() ? takeOfShare(api, wish, name) : take(api, wish, name);
            } catch (ApiFailure e) {
                if (e.status() == 409 && (wish.volume().shared() || !e.says("exists"))) {
                    return new Answer.Busy<>(e.words(), SOON);
                }
                if (e.status() == 409) {
                    return new Answer.Unknown<>(e.words(), true);
                }
                if (e.is(422, "25") || e.is(422, "limit")) {
                    return new Answer.Refused<>("limit", e.words());
                }
                if (e.is(429, "one request per")) {
                    return new Answer.Busy<>(e.words(), untilNext(api, wish.volume(), e));
                }
                throw e;
            }
        });
    }

    private Answer<SeenSnapshot> take(DigitalOceanApi api, SnapshotWish wish, String name) {
        return new Answer.Done<>(seen(
                api.createSnapshot(wish.volume().id(), new Wire.NewSnapshot(name, marks.tags(wish.marker())))
                        .snapshot()));
    }

    /** The action's answer does not tell the snapshot's id for sure, so it is looked for. */
    private static Answer<SeenSnapshot> takeOfShare(DigitalOceanApi api, SnapshotWish wish, String name) {
        ProviderRef share = wish.volume();
        api.actOnShare(share.id(), new Wire.ShareAction("snapshot", new Wire.ShareParams(null, name, null)));
        List<SeenSnapshot> taken;
        try {
            taken = named(ofShares(api, share.region(), share.id()), name);
        } catch (ApiFailure | NotSent e) {
            return new Answer.Unknown<>("The snapshot was begun and can't be looked at yet.", true);
        }
        return taken.isEmpty()
                ? new Answer.Unknown<>("The snapshot was begun and does not show yet.", true)
                : new Answer.Pending<>(taken.getFirst(), null);
    }

    /** The limit is one of the volume and says how long it is; its newest snapshot says since when. */
    private Duration untilNext(DigitalOceanApi api, ProviderRef volume, ApiFailure failure) {
        Duration interval = interval(failure.words());
        return ofVolume(api, volume.id()).stream()
                .map(SeenSnapshot::createdAt)
                .max(Instant::compareTo)
                .map(last -> Duration.between(connection.now(), last.plus(interval)))
                .filter(left -> left.compareTo(SOON) > 0)
                .filter(left -> left.compareTo(interval) <= 0)
                .orElse(Duration.ofSeconds(30));
    }

    static Duration interval(String words) {
        Matcher found = INTERVAL.matcher(words);
        if (!found.find()) {
            return USUAL_INTERVAL;
        }
        Duration interval = Duration.ofHours(number(found.group(1)))
                .plusMinutes(number(found.group(2)))
                .plusSeconds(number(found.group(3)));
        return interval.isZero() ? USUAL_INTERVAL : interval;
    }

    private static long number(@Nullable String digits) {
        return digits == null || digits.length() > 6 ? 0 : Long.parseLong(digits);
    }

    @Override
    public Answer<SeenSnapshot> observe(ProviderRef ref) {
        return connection.call(api -> {
            if (!ref.shared()) {
                return new Answer.Done<>(seen(api.snapshot(ref.id()).snapshot()));
            }
            SeenSnapshot snapshot =
                    seen(api.shareSnapshot(ref.id(), ref.region()).snapshot());
            return snapshot.phase() == Phase.GOING
                    ? new Answer.Missing<>("The snapshot has been deleted.")
                    : new Answer.Done<>(snapshot);
        });
    }

    @Override
    public Answer<Listing<SeenSnapshot>> list(VolumeKind kind) {
        Instant began = connection.now();
        return connection.listing(api -> new Answer.Done<>(new Listing<>(
                began,
                kind == VolumeKind.SHARED
                        ? ofShares(api, null, null)
                        : ofVolumes(api).stream()
                                .filter(it -> it.mark().owner() == Mark.Owner.THIS_DEPLOYMENT)
                                .toList())));
    }

    @Override
    public Answer<ProviderRef> remove(ProviderRef ref) {
        return connection.call(api -> {
            try {
                if (ref.shared()) {
                    api.deleteShareSnapshot(ref.id(), ref.region());
                    return new Answer.Pending<>(ref, null);
                }
                api.deleteSnapshot(ref.id());
                return new Answer.Done<>(ref);
            } catch (ApiFailure e) {
                if (e.status() == 404) {
                    return new Answer.Done<>(ref);
                }
                throw e;
            }
        });
    }
}
