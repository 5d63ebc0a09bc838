package dev.berth.command.volume;

import dev.berth.api.quota.Quotas;
import dev.berth.command.Streams;
import dev.berth.command.naming.Names;
import dev.berth.command.network.Network;
import dev.berth.command.quota.Refund;
import java.util.Optional;
import org.axonframework.messaging.MetaData;

/** Ends volumes: with the event that deletes one, everything that it holds is free again. */
final class VolumeEnding {
    private static final MetaData LINK = MetaData.emptyInstance();

    private final Streams<Network> networks;
    private final Names names;

    VolumeEnding(Streams<Network> networks, Names names) {
        this.networks = networks;
        this.names = names;
    }

    /** Ends a volume, and answers the charge that is to be given back in the same unit of work. */
    Refund end(Streams.Loaded<Volume> volume, long fence) {
        volume.apply(it -> it.deleted(fence));
        String id = volume.get(Volume::id);
        Optional<String> network = volume.get(it -> Optional.ofNullable(it.networkId));
        network.ifPresent(it -> networks.get(it).apply(n -> n.free(id, LINK)));
        names.release(volume.get(it -> it.tenantId), Names.Kind.VOLUME, volume.get(it -> it.name), id, LINK);
        names.releaseAtProvider(volume.get(it -> it.providerName), id, LINK);
        return new Refund(volume.get(it -> it.quotaId), id, Quotas.ofDisk(volume.get(it -> it.sizeGiB)));
    }
}
