package dev.berth.infra.store;

import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventsourcing.AggregateFactory;
import org.axonframework.eventsourcing.AggregateSnapshotter;
import org.axonframework.eventsourcing.eventstore.DomainEventStream;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.messaging.GenericMessage;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.jspecify.annotations.Nullable;

/** Makes snapshots from stored events, on threads of its own that hold no locks. Each has the time of its last event. */
final class Snapshots extends AggregateSnapshotter {
    static Snapshots of(EventStore events, Executor work) {
        Builder builder = AggregateSnapshotter.builder();
        builder.eventStore(events).executor(work);
        return new Snapshots(builder);
    }

    private Snapshots(Builder builder) {
        super(builder);
    }

    void register(AggregateFactory<?> factory) {
        registerAggregateFactory(factory);
    }

    @Override
    protected @Nullable DomainEventMessage<?> createSnapshot(Class<?> type, String id, DomainEventStream events) {
        if (CurrentUnitOfWork.isStarted()) {
            // It would take in that unit of work's own events, which may still be lost.
            throw new IllegalStateException("A snapshot is made of what is stored, apart from any unit of work");
        }
        AtomicReference<Instant> last = new AtomicReference<>();
        DomainEventMessage<?> snapshot =
                super.createSnapshot(type, id, new WatchedStream(events, event -> last.set(event.getTimestamp())));
        return snapshot == null ? null : at(snapshot, last.get());
    }

    private static DomainEventMessage<?> at(DomainEventMessage<?> snapshot, Instant time) {
        return new GenericDomainEventMessage<>(
                snapshot.getType(),
                snapshot.getAggregateIdentifier(),
                snapshot.getSequenceNumber(),
                new GenericMessage<>(snapshot.getIdentifier(), snapshot.getPayload(), snapshot.getMetaData()),
                () -> time);
    }
}
