package dev.berth.infra.store;

import dev.berth.command.Streams;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.axonframework.common.lock.LockFactory;
import org.axonframework.common.lock.PessimisticLockFactory;
import org.axonframework.eventsourcing.EventCountSnapshotTriggerDefinition;
import org.axonframework.eventsourcing.NoSnapshotTriggerDefinition;
import org.axonframework.eventsourcing.SnapshotTriggerDefinition;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.modelling.command.Repository;

/**
 * Makes the repositories of aggregates: locked while a unit of work uses them, with their locks, caches and snapshots as
 * their kind says.
 */
public final class AggregateRepositories {
    private static final int LOCK_ATTEMPT_MILLIS = 50;

    private final EventStore events;
    private final StoredTypes types;
    private final Snapshots snapshots;
    private final Duration lockWait;
    private final boolean onlyWriter;
    private final AppendQueue queue;

    /**
     * A factory.
     *
     * @param snapshotWork where snapshots are made, apart from the threads that hold locks
     * @param lockWait     how long a unit of work waits for an aggregate that another one holds
     * @param onlyWriter   whether no other process appends, so that what is cached needs not be brought up to date
     * @param queue        where appends wait
     */
    AggregateRepositories(
            EventStore events,
            StoredTypes types,
            Executor snapshotWork,
            Duration lockWait,
            boolean onlyWriter,
            AppendQueue queue) {
        this.events = events;
        this.types = types;
        this.snapshots = Snapshots.of(events, snapshotWork);
        this.lockWait = lockWait;
        this.onlyWriter = onlyWriter;
        this.queue = queue;
    }

    /** The aggregates of this kind; to be called once per type. */
    public <T> Repository<T> repository(AggregateKind<T> kind) {
        types.state(kind.name(), kind.type());
        SnapshotTriggerDefinition trigger = kind.snapshotEvery() == 0
                ? NoSnapshotTriggerDefinition.INSTANCE
                : new EventCountSnapshotTriggerDefinition(snapshots, kind.snapshotEvery());
        StreamRepository<T> repository = StreamRepository.of(kind, events, locks(), trigger, onlyWriter, queue);
        snapshots.register(repository.getAggregateFactory());
        return repository;
    }

    /** The same in the words of the command model. */
    public <T> Streams<T> streams(AggregateKind<T> kind) {
        return new Streams<>(repository(kind));
    }

    private LockFactory locks() {
        // Long attempts: each one that times out goes back to the end of the queue.
        int attempts = (int) Math.max(3, lockWait.toMillis() / LOCK_ATTEMPT_MILLIS + 2);
        return PessimisticLockFactory.builder()
                .lockAttemptTimeout(LOCK_ATTEMPT_MILLIS)
                .acquireAttempts(attempts)
                .build();
    }
}
