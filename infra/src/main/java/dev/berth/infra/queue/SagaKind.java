package dev.berth.infra.queue;

import dev.berth.sagas.ResourcePlan;
import dev.berth.sagas.ResourceSaga;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One kind of saga.
 *
 * @param first one that has seen nothing
 * @param vocabulary the events that it sees
 * @param association the property of these events that holds the resource's id
 * @param prefix with which the ids of such resources begin
 * @param load decides anew, from the stream; empty where there is none
 * @param of one that has decided so
 */
record SagaKind<P extends ResourcePlan, S extends ResourceSaga>(
        Class<S> saga,
        Supplier<S> first,
        Class<?> vocabulary,
        String association,
        String prefix,
        Function<String, Optional<P>> load,
        Function<P, S> of) {

    boolean isOf(String resourceId) {
        return resourceId.startsWith(prefix);
    }
}
