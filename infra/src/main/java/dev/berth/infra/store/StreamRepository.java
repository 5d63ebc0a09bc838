package dev.berth.infra.store;

import dev.berth.query.LastUsed;
import java.time.Instant;
import org.axonframework.common.lock.LockFactory;
import org.axonframework.eventsourcing.EventSourcedAggregate;
import org.axonframework.eventsourcing.EventSourcingRepository;
import org.axonframework.eventsourcing.SnapshotTriggerDefinition;
import org.axonframework.eventsourcing.eventstore.DomainEventStream;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.modelling.command.ConcurrencyException;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates of one type, the most used ones in memory.
 *
 * <p>Owns: the cache and the locks. Does not own: the streams. Invariants: what is cached is as after the last event that
 * was decided here, which may still be on its way to the disk, and is only touched under its lock; new events are never before the newest one of a stream that
 * their decision has loaded. On failure: a unit of work that is rolled back takes all that it loaded out of the cache; an
 * append that is lost empties it.
 */
final class StreamRepository<T> extends EventSourcingRepository<T> {
    private record Cached<T>(
            EventSourcedAggregate<T> aggregate, @Nullable Long version, Instant time) {}

    private final EventStore events;
    private final boolean snapshots;
    private final boolean onlyWriter;
    private final AppendQueue queue;
    private final @Nullable LastUsed<Cached<T>> cache;

    static <T> StreamRepository<T> of(
            AggregateKind<T> kind,
            EventStore events,
            LockFactory locks,
            SnapshotTriggerDefinition trigger,
            boolean onlyWriter,
            AppendQueue queue) {
        Builder<T> builder = EventSourcingRepository.builder(kind.type())
                .eventStore(events)
                .lockFactory(locks)
                .snapshotTriggerDefinition(trigger);
        return new StreamRepository<>(builder, kind, events, onlyWriter, queue);
    }

    private StreamRepository(
            Builder<T> builder, AggregateKind<T> kind, EventStore events, boolean onlyWriter, AppendQueue queue) {
        super(builder);
        this.events = events;
        this.onlyWriter = onlyWriter;
        this.snapshots = kind.snapshotEvery() > 0;
        this.cache = kind.cached() == 0 ? null : new LastUsed<>(kind.cached());
        this.queue = queue;
        if (cache != null) {
            queue.onLoss(cache::clear);
        }
    }

    @Override
    protected EventSourcedAggregate<T> doLoadWithLock(String id, @Nullable Long expectedVersion) {
        Cached<T> cached = cache == null ? null : cache.get(id);
        if (cached == null) {
            evictOnRollback(id);
            // Its last events may still be on their way.
            queue.awaitReadable(id);
            return super.doLoadWithLock(id, expectedVersion);
        }
        evictOnRollback(id);
        EventSourcedAggregate<T> aggregate = cached.aggregate();
        DecisionClock.notBefore(cached.time());
        if (!onlyWriter) {
            DomainEventStream newer = timed(events.readEvents(id, aggregate.version() + 1));
            if (newer.hasNext()) {
                aggregate.initializeState(newer);
            }
        }
        return aggregate;
    }

    @Override
    protected DomainEventStream readEvents(String id) {
        // Without snapshots there is nothing to look for but the events.
        return timed(snapshots ? events.readEvents(id) : events.readEvents(id, 0));
    }

    private static DomainEventStream timed(DomainEventStream stream) {
        return new WatchedStream(stream, event -> DecisionClock.notBefore(event.getTimestamp()));
    }

    @Override
    protected void doSaveWithLock(EventSourcedAggregate<T> aggregate) {
        if (cache == null) {
            return;
        }
        String id = aggregate.identifierAsString();
        Cached<T> before = cache.get(id);
        if (before == null
                || before.aggregate() != aggregate
                || !aggregate.version().equals(before.version())) {
            evictOnRollback(id);
            cache.put(id, new Cached<>(aggregate, aggregate.version(), DecisionClock.now()));
            Turn turn = Turn.current();
            if (turn != null && turn.since() != queue.epoch()) {
                cache.remove(id);
                throw new ConcurrencyException("An append was lost on which this aggregate's state may rest");
            }
        }
    }

    @Override
    protected void doDeleteWithLock(EventSourcedAggregate<T> aggregate) {
        if (cache != null) {
            cache.remove(aggregate.identifierAsString());
        }
    }

    private void evictOnRollback(String id) {
        if (cache != null) {
            CurrentUnitOfWork.get().onRollback(work -> cache.remove(id));
        }
    }
}
