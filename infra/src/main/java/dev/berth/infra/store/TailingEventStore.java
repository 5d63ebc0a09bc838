package dev.berth.infra.store;

import java.util.List;
import java.util.function.Consumer;
import org.axonframework.common.Registration;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.TrackingEventStream;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.eventsourcing.eventstore.AbstractEventStore;
import org.axonframework.lifecycle.Lifecycle;
import org.axonframework.lifecycle.Phase;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.messaging.unitofwork.UnitOfWork;
import org.jspecify.annotations.Nullable;

/**
 * The event store: appends at the end of a unit of work, and tells its readers at once.
 *
 * <p>Axon's own store has no way to wake a pooled processor that has caught up, which then looks every half second; a
 * caller who waits for its own write would wait as long.
 */
public final class TailingEventStore extends AbstractEventStore implements Lifecycle, AutoCloseable {
    private static final String APPENDED = "berth.appended";

    private final PostgresEventStorage storage;
    private final EventTail tail;
    private final Consumer<List<? extends EventMessage<?>>> beforeAppend;

    private static final class Builder extends AbstractEventStore.Builder {}

    /**
     * A store over this storage.
     *
     * @param beforeAppend is told what is about to be appended, before any reader can see it
     */
    static TailingEventStore of(
            PostgresEventStorage storage, EventHead head, Consumer<List<? extends EventMessage<?>>> beforeAppend) {
        return new TailingEventStore(new Builder().storageEngine(storage), storage, head, beforeAppend);
    }

    private TailingEventStore(
            AbstractEventStore.Builder builder,
            PostgresEventStorage storage,
            EventHead head,
            Consumer<List<? extends EventMessage<?>>> beforeAppend) {
        super(builder);
        this.storage = storage;
        this.tail = new EventTail(storage, head);
        this.beforeAppend = beforeAppend;
        storage.onAppended(tail::wake);
    }

    @Override
    protected void prepareCommit(List<? extends EventMessage<?>> events) {
        if (events.isEmpty()) {
            return;
        }
        if (CurrentUnitOfWork.isStarted()) {
            UnitOfWork<?> work = CurrentUnitOfWork.get().root();
            if (work.resources().put(APPENDED, true) != null) {
                // The first part may be durable already, so the two would not be one decision.
                throw new IllegalStateException("A unit of work appends once; these events came too late");
            }
        }
        beforeAppend.accept(events);
        super.prepareCommit(events);
    }

    @Override
    protected void afterCommit(List<? extends EventMessage<?>> events) {
        // What was appended in a transaction can be seen only now; the rest has woken the readers already, or will.
        if (Turn.current() == null) {
            tail.wake();
        }
    }

    @Override
    public TrackingEventStream openStream(@Nullable TrackingToken token) {
        return new TailStream(storage, tail, Positions.of(token));
    }

    /** Somebody waits to see what was appended: the readers look at once, not when more has come together. */
    void hurry() {
        tail.hurry();
    }

    /** How many positions at the end are missing that may still be filled by transactions in progress. */
    public int gaps() {
        return tail.gaps();
    }

    @Override
    public Registration subscribe(Consumer<List<? extends EventMessage<?>>> processor) {
        throw new UnsupportedOperationException("A command's unit of work writes nothing but events; use a stream");
    }

    @Override
    public void registerLifecycleHandlers(LifecycleRegistry handle) {
        handle.onShutdown(Phase.INBOUND_EVENT_CONNECTORS - 10, this::close);
    }

    @Override
    public void close() {
        tail.close();
    }
}
