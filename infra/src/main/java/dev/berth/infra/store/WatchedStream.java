package dev.berth.infra.store;

import java.util.function.Consumer;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventsourcing.eventstore.DomainEventStream;

/** A stream of events that shows each of them to somebody else as it is taken. */
record WatchedStream(DomainEventStream stream, Consumer<DomainEventMessage<?>> watcher) implements DomainEventStream {
    @Override
    public boolean hasNext() {
        return stream.hasNext();
    }

    @Override
    public DomainEventMessage<?> next() {
        DomainEventMessage<?> event = stream.next();
        watcher.accept(event);
        return event;
    }

    @Override
    public DomainEventMessage<?> peek() {
        return stream.peek();
    }

    @Override
    public Long getLastSequenceNumber() {
        return stream.getLastSequenceNumber();
    }
}
