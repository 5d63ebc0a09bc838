package dev.berth.infra.queue;

import dev.berth.sagas.ResourceSaga;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.messaging.Message;
import org.axonframework.messaging.unitofwork.BatchingUnitOfWork;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.messaging.unitofwork.UnitOfWork;
import org.axonframework.modelling.saga.AssociationValue;
import org.axonframework.modelling.saga.AssociationValues;
import org.axonframework.modelling.saga.repository.SagaStore;
import org.jspecify.annotations.Nullable;

/**
 * Stores sagas that belong to one resource each and go by its id.
 *
 * <p>Owns: one read and one write per batch of events: the sagas of all its events are loaded and locked together at its
 * beginning, and look-ups are answered from there.<br>
 * Does not own: what a saga decides; building a parked one again.<br>
 * Invariants: sagas and what is parked are written in the transaction of the batch, after what they told the queue.<br>
 * On failure: the batch is rolled back and handled again.
 */
final class ResourceSagaStore implements SagaStore<ResourceSaga> {
    private final SagaRows rows;
    private final SagaKind<?, ?> kind;
    private final Class<? extends ResourceSaga> type;
    private final String association;
    private final String key;

    /** Those of one kind. */
    ResourceSagaStore(SagaRows rows, SagaKind<?, ?> kind) {
        this.rows = rows;
        this.kind = kind;
        this.type = kind.saga();
        this.association = kind.association();
        this.key = ResourceSagaStore.class.getName() + " " + type.getName();
    }

    @Override
    public Set<String> findSagas(Class<? extends ResourceSaga> sagaType, AssociationValue value) {
        return batch().knows(value.getValue()) ? Set.of(value.getValue()) : Set.of();
    }

    @Override
    @SuppressWarnings("NullAway") // Axon wants null where there is none.
    public <S extends ResourceSaga> @Nullable Entry<S> loadSaga(Class<S> sagaType, String id) {
        ResourceSaga saga = batch().loaded().get(id);
        return saga == null ? null : new Loaded<>(Set.of(new AssociationValue(association, id)), sagaType.cast(saga));
    }

    private record Loaded<S>(Set<AssociationValue> associationValues, S saga) implements Entry<S> {}

    @Override
    public void insertSaga(
            Class<? extends ResourceSaga> sagaType, String id, ResourceSaga saga, Set<AssociationValue> values) {
        batch().changed(id, saga);
    }

    @Override
    public void updateSaga(
            Class<? extends ResourceSaga> sagaType, String id, ResourceSaga saga, AssociationValues values) {
        batch().changed(id, saga);
    }

    @Override
    public void deleteSaga(Class<? extends ResourceSaga> sagaType, String id, Set<AssociationValue> values) {
        batch().ended(id);
    }

    /** Remembers a saga that begins in this batch. */
    void created(String id) {
        batch().created(id);
    }

    /** Sets the resource aside, with what went wrong. */
    void park(String id, Throwable cause) {
        batch().park(id, cause);
    }

    private SagaBatch batch() {
        UnitOfWork<?> root = CurrentUnitOfWork.get().root();
        return root.getOrComputeResource(key, it -> {
            SagaBatch batch = new SagaBatch(rows.lock(type, resources(root)));
            // After everything was told to the queue, and before the transaction is committed.
            root.onCommit(unit -> write(batch));
            return batch;
        });
    }

    private Set<String> resources(UnitOfWork<?> unit) {
        List<? extends Message<?>> messages =
                unit instanceof BatchingUnitOfWork<?> batch ? batch.getMessages() : List.of(unit.getMessage());
        Set<String> ids = new LinkedHashSet<>();
        messages.forEach(message -> {
            if (message instanceof DomainEventMessage<?> event && kind.isOf(event.getAggregateIdentifier())) {
                ids.add(event.getAggregateIdentifier());
            }
        });
        return ids;
    }

    private void write(SagaBatch batch) {
        batch.ended().forEach(batch.changed()::remove);
        rows.store(type, batch.changed());
        rows.delete(batch.ended());
        rows.park(type, batch.parked());
    }
}
