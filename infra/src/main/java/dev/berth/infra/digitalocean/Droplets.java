package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.Answer;
import dev.berth.sagas.provider.Found;
import dev.berth.sagas.provider.Listing;
import dev.berth.sagas.provider.Machines;
import dev.berth.sagas.provider.Progress;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing.SeenMachine;
import dev.berth.sagas.provider.Wish.MachineWish;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Machines are Droplets.
 *
 * <p>Owns: Droplets that carry this deployment's tag.<br>
 * Does not own: which Droplets there should be.<br>
 * Invariants: one event per Droplet at a time, and none while it is being made, when the API would ignore it; a Droplet is
 * never destroyed by tag, and takes no volume with it that was not named.<br>
 * On failure: an {@link Answer}.
 */
final class Droplets implements Machines {

    private static final String DROPLETS = "droplets";
    private static final String GPUS = "gpus";
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Connection connection;
    private final Marks marks;
    private final DropletSight sight;

    Droplets(Connection connection, Marks marks) {
        this.connection = connection;
        this.marks = marks;
        this.sight = new DropletSight(marks);
    }

    /** Unique, and a host name; the tag tells whose it is. */
    private static String name(MachineWish wish) {
        return wish.marker().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", "-");
    }

    @Override
    public Answer<Found<SeenMachine>> find(MachineWish wish, @Nullable String sentName) {
        String name = name(wish);
        return connection.call(api -> {
            // By its name and not by its tag: filters don't go together, and GPU Droplets are hidden unless asked for.
            String type = wish.gpus() > 0 ? GPUS : DROPLETS;
            List<SeenMachine> ours = pages(api, name, null, type).stream()
                    .map(sight::of)
                    .filter(it -> it.mark().isOf(wish.marker()))
                    .toList();
            return new Answer.Done<>(new Found<>(ours, name, false));
        });
    }

    private static List<Wire.Droplet> pages(
            DigitalOceanApi api, @Nullable String name, @Nullable String tag, @Nullable String type) {
        return Connection.pages(
                page -> api.droplets(name, tag, type, page, Connection.PER_PAGE),
                Wire.DropletPage::droplets,
                Wire.DropletPage::links);
    }

    @Override
    public Answer<SeenMachine> create(MachineWish wish, String name) {
        return connection.call(api -> {
            try {
                Wire.DropletAnswer made = api.createDroplet(new Wire.NewDroplet(
                        name,
                        wish.region(),
                        String.valueOf(wish.size()),
                        image(wish.image()),
                        wish.networkId(),
                        CloudInit.of(wish.sshKeys(), wish.userData()),
                        marks.tags(wish.marker())));
                return new Answer.Pending<>(sight.of(made.droplet()), creation(made));
            } catch (ApiFailure e) {
                if (e.is(422, "limit")) {
                    return new Answer.Refused<>("limit", e.words());
                }
                throw e;
            }
        });
    }

    /** A number is the id of an image, everything else its slug. */
    private static Object image(String image) {
        return image.matches("[0-9]{1,18}") ? (Object) Long.valueOf(image) : image;
    }

    private static @Nullable String creation(Wire.DropletAnswer made) {
        Wire.CreateLinks links = made.links();
        return links == null || links.actions() == null || links.actions().isEmpty()
                ? null
                : Long.toString(links.actions().getFirst().id());
    }

    @Override
    public Answer<SeenMachine> observe(ProviderRef ref) {
        return connection.call(api -> {
            SharedLook<SeenMachine> look = connection.shared().machines();
            if (look.crowded(ref.id())
                    && look.take(connection.patience(), this::listed)
                            instanceof Answer.Done<Listing<SeenMachine>>(Listing<SeenMachine> listing)) {
                for (SeenMachine it : listing.things()) {
                    if (it.ref().id().equals(ref.id())) {
                        return new Answer.Done<>(it);
                    }
                }
                // What a listing does not show has to be looked at before it is said to be missing.
            }
            return new Answer.Done<>(sight.of(api.droplet(ref.id()).droplet()));
        });
    }

    @Override
    public Answer<Listing<SeenMachine>> list() {
        return connection.call(api -> connection.shared().machines().take(connection.patience(), this::listed));
    }

    private Answer<Listing<SeenMachine>> listed() {
        Instant began = connection.now();
        return connection.listing(api -> {
            List<Wire.Droplet> all = new ArrayList<>(pages(api, null, marks.tag(), null));
            pages(api, null, null, GPUS).stream()
                    .filter(it -> it.tags() != null && it.tags().contains(marks.tag()))
                    .filter(it -> all.stream().noneMatch(other -> other.id() == it.id()))
                    .forEach(all::add);
            return new Answer.Done<>(
                    new Listing<>(began, all.stream().map(sight::of).toList()));
        });
    }

    @Override
    public Answer<ProviderRef> powerOn(ProviderRef machine) {
        return act(machine, "power_on", "already powered on");
    }

    @Override
    public Answer<ProviderRef> powerOff(ProviderRef machine, boolean hard) {
        // A shutdown of one that is off says nothing of it, and one that the guest ignores completes all the same.
        return act(machine, hard ? "power_off" : "shutdown", "already powered off");
    }

    private Answer<ProviderRef> act(ProviderRef machine, String type, String soAlready) {
        return connection.call(api -> inTurn(api, machine, () -> {
            try {
                long action = api.actOnDroplet(machine.id(), new Wire.DropletAction(type))
                        .action()
                        .id();
                connection.shared().turns().begun(machine.id(), null, action);
                return new Answer.Pending<>(machine, Long.toString(action));
            } catch (ApiFailure e) {
                if (e.is(422, soAlready)) {
                    return new Answer.Done<>(machine);
                }
                throw e;
            }
        }));
    }

    /** Does it unless something else goes on with the Droplet. */
    private <T> Answer<T> inTurn(DigitalOceanApi api, ProviderRef machine, Supplier<Answer<T>> act) {
        DropletTurns turns = connection.shared().turns();
        if (!turns.take(machine.id(), running -> isOver(api, machine.id(), running))) {
            return new Answer.Busy<>("Something else goes on with the machine.", SOON);
        }
        Answer<T> answer = null;
        try {
            answer = act.get();
            return answer;
        } finally {
            if (!(answer instanceof Answer.Pending<T> pending) || pending.operation() == null) {
                turns.over(machine.id());
            }
        }
    }

    /** Whether what was begun on a Droplet has ended, however. What does not show yet has not. */
    static boolean isOver(DigitalOceanApi api, String dropletId, DropletTurns.Running running) {
        try {
            Wire.ActionAnswer answer = running.volumeId() == null
                    ? api.dropletAction(dropletId, String.valueOf(running.action()))
                    : api.volumeAction(running.volumeId(), String.valueOf(running.action()));
            return Actions.progress(answer) != Progress.RUNNING;
        } catch (ApiFailure e) {
            if (e.status() == 404) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public Answer<ProviderRef> remove(ProviderRef ref) {
        return destroy(ref, Set.of());
    }

    @Override
    public Answer<ProviderRef> destroy(ProviderRef machine, Set<String> volumeIds) {
        return connection.call(api -> {
            Wire.Droplet droplet;
            try {
                droplet = api.droplet(machine.id()).droplet();
            } catch (ApiFailure e) {
                if (e.status() == 404) {
                    return new Answer.Done<>(machine);
                }
                throw e;
            }
            // While it is being made it would answer 204 and do nothing.
            if ("new".equals(droplet.status()) || Boolean.TRUE.equals(droplet.locked())) {
                return new Answer.Busy<>("The machine is still being made, or something goes on with it.", SOON);
            }
            List<String> attached = droplet.volumeIds() == null ? List.of() : droplet.volumeIds();
            List<String> going = attached.stream().filter(volumeIds::contains).toList();
            return inTurn(api, machine, () -> destroy(api, machine, going));
        });
    }

    private static Answer<ProviderRef> destroy(DigitalOceanApi api, ProviderRef machine, List<String> volumes) {
        try {
            if (volumes.isEmpty()) {
                api.deleteDroplet(machine.id());
            } else {
                api.destroySelectively(machine.id(), new Wire.Selective(volumes));
            }
            return new Answer.Pending<>(machine, null);
        } catch (ApiFailure e) {
            if (e.status() == 404) {
                return new Answer.Done<>(machine);
            }
            if (e.status() == 409) {
                // A destroy is under way.
                return new Answer.Pending<>(machine, null);
            }
            throw e;
        }
    }

    @Override
    public Answer<Progress> progress(ProviderRef machine, String operation) {
        return connection.call(api -> Actions.answer(() -> api.dropletAction(machine.id(), operation)));
    }
}
