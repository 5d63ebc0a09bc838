package dev.berth.infra.queue;

import dev.berth.api.instance.InstanceEvent;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.instance.InstanceReader;
import java.util.List;
import java.util.Optional;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventsourcing.eventstore.EventStore;

/** Reads instances from the event store: the whole stream, never a snapshot. */
public final class EventStoreInstances implements InstanceReader {
    private final EventStore events;

    /** Over this event store. */
    public EventStoreInstances(EventStore events) {
        this.events = events;
    }

    @Override
    public Optional<InstanceFacts> load(String instanceId) {
        List<InstanceEvent> stream = events.readEvents(instanceId, 0)
                .asStream()
                .<Object>map(DomainEventMessage::getPayload)
                .map(InstanceEvent.class::cast)
                .toList();
        return InstanceFacts.of(stream);
    }
}
