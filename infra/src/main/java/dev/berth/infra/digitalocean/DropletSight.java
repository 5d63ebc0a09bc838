package dev.berth.infra.digitalocean;

import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Thing.Address;
import dev.berth.sagas.provider.Thing.Phase;
import dev.berth.sagas.provider.Thing.SeenMachine;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a Droplet looks like to the port. */
final class DropletSight {

    private final Marks marks;

    DropletSight(Marks marks) {
        this.marks = marks;
    }

    SeenMachine of(Wire.Droplet it) {
        return new SeenMachine(
                ProviderRef.of(
                        Long.toString(it.id()),
                        it.region() == null ? null : it.region().slug()),
                it.name(),
                marks.of(it.tags()),
                it.createdAt() == null ? Instant.EPOCH : it.createdAt(),
                "new".equals(it.status()) ? Phase.MAKING : Phase.READY,
                "active".equals(it.status()),
                Boolean.TRUE.equals(it.locked()),
                it.sizeSlug(),
                addresses(it.networks()),
                it.volumeIds() == null ? Set.of() : Set.copyOf(it.volumeIds()),
                it.vpcUuid());
    }

    private static List<Address> addresses(Wire.@Nullable AddressesOf networks) {
        List<Address> all = new ArrayList<>();
        if (networks != null) {
            add(all, networks.v4());
            add(all, networks.v6());
        }
        return all;
    }

    private static void add(List<Address> all, @Nullable List<Wire.Address> these) {
        if (these != null) {
            for (Wire.Address it : these) {
                if (it.ipAddress() != null) {
                    all.add(new Address(it.ipAddress(), "public".equals(it.type())));
                }
            }
        }
    }
}
