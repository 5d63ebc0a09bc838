package dev.berth.infra.digitalocean;

import dev.berth.infra.provider.ProviderSettings;
import dev.berth.sagas.provider.Thing.SeenMachine;
import dev.berth.sagas.provider.Thing.SeenVolume;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** What is shared by all that use the same secret at the same endpoint: the budget, the listings, the Droplets' turns. */
final class Credentials {

    /** What is shared. */
    static final class Shared {
        private final Budget budget;
        private final DropletTurns turns;
        private final Map<String, Object> regionsMaking = new ConcurrentHashMap<>();
        private final SharedLook<SeenVolume> volumes;
        private final SharedLook<SeenMachine> machines;

        private Shared(ProviderSettings settings, InstantSource clock) {
            this.budget = new Budget(settings.perMinute(), settings.perHour(), clock);
            this.turns = new DropletTurns(clock);
            this.volumes = new SharedLook<>(clock, budget::pollInterval);
            this.machines = new SharedLook<>(clock, budget::pollInterval);
        }

        Budget budget() {
            return budget;
        }

        DropletTurns turns() {
            return turns;
        }

        /** Whether the region's turn to make a network was taken; to be given back. */
        boolean takeRegion(String region) {
            return regionsMaking.putIfAbsent(region, this) == null;
        }

        void giveRegion(String region) {
            regionsMaking.remove(region);
        }

        SharedLook<SeenVolume> volumes() {
            return volumes;
        }

        SharedLook<SeenMachine> machines() {
            return machines;
        }
    }

    private static final int SHOWN = 8;

    private final Map<String, Shared> byCredential = new ConcurrentHashMap<>();
    private final Function<String, Shared> make;
    private volatile BiConsumer<String, IntSupplier> watcher = (credential, left) -> {};

    Credentials(ProviderSettings settings, InstantSource clock) {
        this.make = key -> new Shared(settings, clock);
    }

    /** Tells of each credential, by the beginning of its hash, and how many requests it has left. */
    void watch(BiConsumer<String, IntSupplier> told) {
        watcher = told;
    }

    /** @param fingerprint of the secret; the secret itself is not kept */
    Shared of(String endpoint, String fingerprint) {
        return byCredential.computeIfAbsent(endpoint + " " + fingerprint, key -> {
            Shared shared = make.apply(key);
            watcher.accept(fingerprint.substring(0, Math.min(SHOWN, fingerprint.length())), shared.budget()::left);
            return shared;
        });
    }
}
