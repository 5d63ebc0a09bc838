package dev.berth.infra.store;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.messaging.unitofwork.UnitOfWork;
import org.axonframework.modelling.saga.AssociationValue;
import org.axonframework.modelling.saga.AssociationValues;
import org.axonframework.modelling.saga.repository.SagaStore;
import org.jspecify.annotations.Nullable;

/**
 * A store of sagas that remembers which sagas an association leads to, since that is asked for with every event.
 *
 * <p>Owns: a bounded memory of associations as they were last committed. Does not own: the sagas. Invariants: what a unit
 * of work has changed is asked of the store until it has committed, and only then remembered. On failure: what is rolled
 * back was never remembered. (Axon's caching store remembers at once and keeps what is then rolled back.)
 */
final class AssociationsInMemory implements SagaStore<Object> {
    private static final int MOST = 200_000;
    private static final String CHANGES = "berth.associations";

    private record Key(Class<?> saga, AssociationValue association) {}

    private record Change(Set<String> added, Set<String> removed) {}

    private final SagaStore<Object> store;
    private final Cache<Key, Set<String>> remembered =
            Caffeine.newBuilder().maximumSize(MOST).build();

    AssociationsInMemory(SagaStore<Object> store) {
        this.store = store;
    }

    @Override
    public Set<String> findSagas(Class<?> sagaType, AssociationValue association) {
        Key key = new Key(sagaType, association);
        if (CurrentUnitOfWork.isStarted() && changes(CurrentUnitOfWork.get()).containsKey(key)) {
            return store.findSagas(sagaType, association);
        }
        return remembered.get(key, missing -> Set.copyOf(store.findSagas(missing.saga(), missing.association())));
    }

    @Override
    public <S> @Nullable Entry<S> loadSaga(Class<S> sagaType, String id) {
        return store.loadSaga(sagaType, id);
    }

    @Override
    public void insertSaga(Class<?> sagaType, String id, Object saga, Set<AssociationValue> associations) {
        store.insertSaga(sagaType, id, saga, associations);
        associations.forEach(association -> note(new Key(sagaType, association), id, true));
    }

    @Override
    public void updateSaga(Class<?> sagaType, String id, Object saga, AssociationValues associations) {
        store.updateSaga(sagaType, id, saga, associations);
        associations.addedAssociations().forEach(added -> note(new Key(sagaType, added), id, true));
        associations.removedAssociations().forEach(removed -> note(new Key(sagaType, removed), id, false));
    }

    @Override
    public void deleteSaga(Class<?> sagaType, String id, Set<AssociationValue> associations) {
        store.deleteSaga(sagaType, id, associations);
        associations.forEach(association -> note(new Key(sagaType, association), id, false));
    }

    private void note(Key key, String id, boolean added) {
        if (!CurrentUnitOfWork.isStarted()) {
            remembered.invalidate(key);
            return;
        }
        Change change = changes(CurrentUnitOfWork.get())
                .computeIfAbsent(key, missing -> new Change(new HashSet<>(), new HashSet<>()));
        (added ? change.added() : change.removed()).add(id);
        (added ? change.removed() : change.added()).remove(id);
    }

    private Map<Key, Change> changes(UnitOfWork<?> work) {
        return work.root().getOrComputeResource(CHANGES, missing -> {
            Map<Key, Change> changes = new HashMap<>();
            work.root().afterCommit(committed -> {
                changes.forEach(this::remember);
                changes.clear();
            });
            return changes;
        });
    }

    private void remember(Key key, Change change) {
        remembered.asMap().computeIfPresent(key, (same, before) -> {
            Set<String> after = new HashSet<>(before);
            after.addAll(change.added());
            after.removeAll(change.removed());
            return Set.copyOf(after);
        });
    }
}
