package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Found;
import dev.berth.sagas.provider.Listing;
import dev.berth.sagas.provider.Mark.Owner;
import dev.berth.sagas.provider.Progress;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing.Phase;
import dev.berth.sagas.provider.Thing.SeenVolume;
import dev.berth.sagas.provider.VolumeKind;
import dev.berth.sagas.provider.Wish.VolumeWish;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Block volumes are volumes of Block Storage.
 *
 * <p>Owns: volumes that carry this deployment's tag.<br>
 * Does not own: which volumes there should be, and where.<br>
 * Invariants: what a refusal or an action says is a hint, the volume itself is the truth; nothing is detached from one
 * Droplet for the sake of another.<br>
 * On failure: an {@link Answer}.
 */
final class BlockVolumes {

    private static final String DEVICE = "/dev/disk/by-id/scsi-0DO_Volume_";
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Connection connection;
    private final Marks marks;

    BlockVolumes(Connection connection, Marks marks) {
        this.connection = connection;
        this.marks = marks;
    }

    private SeenVolume seen(Wire.Volume it) {
        List<Long> droplets = it.dropletIds();
        String region = it.region() == null ? null : it.region().slug();
        return new SeenVolume(
                ProviderRef.of(it.id(), region),
                it.name(),
                marks.of(it.tags()),
                it.createdAt() == null ? Instant.EPOCH : it.createdAt(),
                VolumeKind.BLOCK,
                Phase.READY,
                it.sizeGigabytes(),
                droplets == null || droplets.isEmpty() ? null : Long.toString(droplets.getFirst()),
                Set.of(),
                DEVICE + it.name(),
                null);
    }

    Answer<Found<SeenVolume>> find(VolumeWish wish, @Nullable String sentName) {
        String name = sentName == null ? wish.name() : sentName;
        return connection.call(api -> {
            List<SeenVolume> holders = named(api, name, wish.region());
            boolean ours = holders.stream().anyMatch(it -> it.mark().isOf(wish.marker()));
            boolean sibling = holders.stream().anyMatch(it -> it.mark().owner() == Owner.THIS_DEPLOYMENT);
            if (!ours && sibling && !name.equals(wish.longName())) {
                return new Answer.Done<>(found(wish, wish.longName(), named(api, wish.longName(), wish.region())));
            }
            return new Answer.Done<>(found(wish, name, holders));
        });
    }

    private static Found<SeenVolume> found(VolumeWish wish, String name, List<SeenVolume> holders) {
        List<SeenVolume> ours =
                holders.stream().filter(it -> it.mark().isOf(wish.marker())).toList();
        return new Found<>(ours, name, ours.isEmpty() && !holders.isEmpty());
    }

    private List<SeenVolume> named(DigitalOceanApi api, String name, String region) {
        SharedLook<SeenVolume> look = connection.shared().volumes();
        if (look.crowded(region + " " + name)) {
            Answer<Listing<SeenVolume>> listed = look.take(connection.patience(), this::listed);
            if (listed instanceof Answer.Done<Listing<SeenVolume>>(Listing<SeenVolume> listing)) {
                return listing.things().stream()
                        .filter(it -> it.name().equals(name))
                        .filter(it -> region.equals(it.ref().region()))
                        .toList();
            }
        }
        return Connection.pages(
                        page -> api.volumes(name, region, page, Connection.PER_PAGE),
                        Wire.VolumePage::volumes,
                        Wire.VolumePage::links)
                .stream()
                .map(this::seen)
                .toList();
    }

    Answer<SeenVolume> create(VolumeWish wish, String name) {
        return connection.call(api -> {
            try {
                Wire.Volume made = api.createVolume(new Wire.NewVolume(
                                name,
                                wish.sizeGiB(),
                                wish.region(),
                                wish.description(),
                                wish.snapshotId(),
                                // A snapshot has its filesystem in it.
                                wish.snapshotId() == null ? wish.filesystem() : null,
                                marks.tags(wish.marker())))
                        .volume();
                return new Answer.Done<>(seen(made));
            } catch (ApiFailure e) {
                if (e.status() == 409) {
                    // Whose it is has to be looked up.
                    return new Answer.Unknown<>(e.words(), true);
                }
                if (e.status() == 404) {
                    return new Answer.Refused<>("missing", e.words());
                }
                throw e;
            }
        });
    }

    Answer<SeenVolume> observe(ProviderRef ref) {
        return connection.call(api -> {
            SeenVolume volume = look(api, ref);
            settle(volume);
            return new Answer.Done<>(volume);
        });
    }

    private SeenVolume look(DigitalOceanApi api, ProviderRef ref) {
        SharedLook<SeenVolume> look = connection.shared().volumes();
        if (look.crowded(ref.id())
                && look.take(connection.patience(), this::listed)
                        instanceof Answer.Done<Listing<SeenVolume>>(Listing<SeenVolume> listing)) {
            for (SeenVolume it : listing.things()) {
                if (it.ref().id().equals(ref.id())) {
                    return it;
                }
            }
            // What a listing does not show has to be looked at before it is said to be missing.
        }
        return seen(api.volume(ref.id()).volume());
    }

    /** Where an attachment shows, the event of its Droplet is over. */
    private void settle(SeenVolume volume) {
        if (volume.machineId() != null) {
            connection.shared().turns().overFor(volume.ref().id());
        }
    }

    Answer<Listing<SeenVolume>> list() {
        return connection
                .<Listing<SeenVolume>>call(
                        api -> connection.shared().volumes().take(connection.patience(), this::listed))
                .map(it -> new Listing<>(
                        it.began(),
                        it.things().stream()
                                .filter(volume -> volume.mark().owner() == Owner.THIS_DEPLOYMENT)
                                .toList()));
    }

    /** All of the account, the others' too: they may have a name that is wanted. */
    private Answer<Listing<SeenVolume>> listed() {
        Instant began = connection.now();
        return connection.listing(api -> new Answer.Done<>(new Listing<>(
                began,
                Connection.pages(
                                page -> api.volumes(null, null, page, Connection.PER_PAGE),
                                Wire.VolumePage::volumes,
                                Wire.VolumePage::links)
                        .stream()
                        .map(this::seen)
                        .toList())));
    }

    Answer<ProviderRef> attach(ProviderRef volume, ProviderRef machine) {
        return connection.call(api -> inTurn(api, machine, () -> {
            try {
                return begin(api, volume, machine.id(), action("attach", machine));
            } catch (ApiFailure e) {
                if (e.is(422, "already attached")) {
                    return attached(api, volume, machine, e);
                }
                if (e.is(422, "cannot attach more")) {
                    return new Answer.Refused<>("limit", e.words());
                }
                if (e.status() == 404) {
                    return missing(api, volume, machine, e);
                }
                throw e;
            }
        }));
    }

    private static Wire.VolumeAction action(String type, ProviderRef machine) {
        return new Wire.VolumeAction(type, Long.valueOf(machine.id()), null);
    }

    private Answer<ProviderRef> begin(
            DigitalOceanApi api, ProviderRef volume, @Nullable String dropletId, Wire.VolumeAction body) {
        long action = api.actOnVolume(volume.id(), body).action().id();
        if (dropletId != null) {
            connection.shared().turns().begun(dropletId, volume.id(), action);
        }
        return new Answer.Pending<>(volume, Long.toString(action));
    }

    /** The API says so whichever Droplet it is on. */
    private Answer<ProviderRef> attached(
            DigitalOceanApi api, ProviderRef volume, ProviderRef machine, ApiFailure failure) {
        String on = seen(api.volume(volume.id()).volume()).machineId();
        if (on == null) {
            return new Answer.Busy<>(failure.words(), SOON);
        }
        return on.equals(machine.id())
                ? new Answer.Done<>(volume)
                : new Answer.Refused<>("attachedElsewhere", failure.words());
    }

    private static Answer<ProviderRef> missing(
            DigitalOceanApi api, ProviderRef volume, ProviderRef machine, ApiFailure failure) {
        if (!exists(() -> api.volume(volume.id()))) {
            return new Answer.Refused<>("volumeMissing", failure.words());
        }
        return exists(() -> api.droplet(machine.id()))
                ? new Answer.Busy<>(failure.words(), SOON)
                : new Answer.Refused<>("machineMissing", failure.words());
    }

    private static boolean exists(Runnable look) {
        try {
            look.run();
            return true;
        } catch (ApiFailure e) {
            if (e.status() == 404) {
                return false;
            }
            throw e;
        }
    }

    Answer<ProviderRef> detach(ProviderRef volume, ProviderRef machine) {
        return connection.call(api -> inTurn(api, machine, () -> {
            try {
                return begin(api, volume, machine.id(), action("detach", machine));
            } catch (ApiFailure e) {
                if (e.status() == 404 || e.is(422, "attachment not found")) {
                    // Either is missing, or it is not attached. What still shows it attached is asked again.
                    return isOn(api, volume, machine) ? new Answer.Busy<>(e.words(), SOON) : new Answer.Done<>(volume);
                }
                throw e;
            }
        }));
    }

    private boolean isOn(DigitalOceanApi api, ProviderRef volume, ProviderRef machine) {
        try {
            return machine.id().equals(seen(api.volume(volume.id()).volume()).machineId());
        } catch (ApiFailure e) {
            if (e.status() == 404) {
                return false;
            }
            throw e;
        }
    }

    private Answer<ProviderRef> inTurn(DigitalOceanApi api, ProviderRef machine, Supplier<Answer<ProviderRef>> act) {
        DropletTurns turns = connection.shared().turns();
        if (!turns.take(machine.id(), running -> Droplets.isOver(api, machine.id(), running))) {
            return new Answer.Busy<>("Something else goes on with the machine.", SOON);
        }
        Answer<ProviderRef> answer = null;
        try {
            answer = act.get();
            return answer;
        } finally {
            if (!(answer instanceof Answer.Pending<ProviderRef>)) {
                turns.over(machine.id());
            }
        }
    }

    Answer<ProviderRef> resize(ProviderRef volume, int sizeGiB) {
        return connection.call(api -> {
            try {
                return begin(api, volume, null, new Wire.VolumeAction("resize", null, sizeGiB));
            } catch (ApiFailure e) {
                // The same size is refused, in words that are not documented.
                if (e.status() == 422
                        && !e.says("pending event")
                        && seen(api.volume(volume.id()).volume()).sizeGiB() >= sizeGiB) {
                    return new Answer.Done<>(volume);
                }
                throw e;
            }
        });
    }

    Answer<ProviderRef> remove(ProviderRef volume) {
        return connection.call(api -> {
            try {
                api.deleteVolume(volume.id());
                // Its last action can't be asked about any more, and is over: it was on no Droplet.
                connection.shared().turns().overFor(volume.id());
                return new Answer.Done<>(volume);
            } catch (ApiFailure e) {
                if (e.status() == 404) {
                    connection.shared().turns().overFor(volume.id());
                    return new Answer.Done<>(volume);
                }
                // 409: it is attached, or shows so for some seconds after its Droplet is gone.
                throw e;
            }
        });
    }

    Answer<Progress> progress(ProviderRef volume, String operation) {
        return connection.call(api -> Actions.answer(() -> api.volumeAction(volume.id(), operation)));
    }
}
