package dev.berth.infra.queue;

import dev.berth.api.instance.InstanceEvent;
import dev.berth.api.network.NetworkEvent;
import dev.berth.api.snapshot.SnapshotEvent;
import dev.berth.api.volume.VolumeEvent;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.network.NetworkFacts;
import dev.berth.sagas.snapshot.SnapshotFacts;
import dev.berth.sagas.volume.VolumeFacts;
import java.util.List;
import java.util.Optional;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventsourcing.eventstore.EventStore;

/** Reads what steps need to know of their resources from the event store: the truth, up to each stream's present end. */
final class ResourceStreams {
    private final EventStore events;

    ResourceStreams(EventStore events) {
        this.events = events;
    }

    Optional<InstanceFacts> instance(String id) {
        return InstanceFacts.of(read(id, InstanceEvent.class));
    }

    Optional<VolumeFacts> volume(String id) {
        return VolumeFacts.of(read(id, VolumeEvent.class));
    }

    Optional<SnapshotFacts> snapshot(String id) {
        return SnapshotFacts.of(read(id, SnapshotEvent.class));
    }

    Optional<NetworkFacts> network(String id) {
        return NetworkFacts.of(read(id, NetworkEvent.class));
    }

    private <E> List<E> read(String id, Class<E> vocabulary) {
        return events.readEvents(id, 0)
                .asStream()
                .<Object>map(DomainEventMessage::getPayload)
                .map(vocabulary::cast)
                .toList();
    }
}
