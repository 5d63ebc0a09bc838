package dev.berth.infra.queue;

import dev.berth.api.DomainEvent;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreated;
import dev.berth.api.volume.VolumeEvent.VolumeAttaching;
import dev.berth.api.volume.VolumeEvent.VolumeDetached;
import dev.berth.command.volume.VolumeLinks;
import java.util.List;
import java.util.Optional;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.jspecify.annotations.Nullable;

/** Reads from the event store, without a lock, what a volume is on and what a snapshot is of. */
public final class EventStoreVolumeLinks implements VolumeLinks {
    private final EventStore events;

    /** Over this event store. */
    public EventStoreVolumeLinks(EventStore events) {
        this.events = events;
    }

    @Override
    public Optional<String> instanceOf(String volumeId) {
        @Nullable String instanceId = null;
        for (DomainEvent event : stream(volumeId)) {
            if (event instanceof VolumeAttaching attaching) {
                instanceId = attaching.instanceId();
            } else if (event instanceof VolumeDetached) {
                instanceId = null;
            }
        }
        return Optional.ofNullable(instanceId);
    }

    @Override
    public Optional<String> volumeOf(String snapshotId) {
        return stream(snapshotId).stream()
                .filter(SnapshotCreated.class::isInstance)
                .map(it -> ((SnapshotCreated) it).volumeId())
                .findFirst();
    }

    private List<DomainEvent> stream(String id) {
        return events.readEvents(id, 0)
                .asStream()
                .<Object>map(DomainEventMessage::getPayload)
                .map(DomainEvent.class::cast)
                .toList();
    }
}
