package dev.berth.infra.queue;

import dev.berth.sagas.ResourceSaga;
import dev.berth.sagas.StepQueue;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.axonframework.common.lock.NullLockFactory;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventHandlerInvoker;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.Segment;
import org.axonframework.messaging.annotation.ClasspathParameterResolverFactory;
import org.axonframework.messaging.annotation.MultiParameterResolverFactory;
import org.axonframework.messaging.annotation.ParameterResolverFactory;
import org.axonframework.messaging.annotation.SimpleResourceParameterResolverFactory;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.axonframework.modelling.saga.AnnotatedSaga;
import org.axonframework.modelling.saga.AnnotatedSagaManager;
import org.axonframework.modelling.saga.AssociationValue;
import org.axonframework.modelling.saga.repository.AnnotatedSagaRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows a kind of saga the events of its own vocabulary, and nothing else.
 *
 * <p>Owns: that a saga which fails, or an event that can't be read, sets only its own resource aside.<br>
 * Does not own: building it again.<br>
 * Invariants: a saga's id is its resource's; there is one segment, since a batch costs three statements however many
 * sagas it has.<br>
 * On failure of the database: the batch fails, and is handled again.
 *
 * @param <S> the saga
 */
final class SagaInvoker<S extends ResourceSaga> implements EventHandlerInvoker {
    private static final Logger LOG = LoggerFactory.getLogger(SagaInvoker.class);

    private final Class<?> vocabulary;
    private final ResourceSagaStore store;
    private final Manager<S> manager;

    SagaInvoker(SagaKind<?, S> kind, ResourceSagaStore store, StepQueue queue) {
        this.vocabulary = kind.vocabulary();
        this.store = store;
        Class<S> saga = kind.saga();
        ParameterResolverFactory parameters = MultiParameterResolverFactory.ordered(
                ClasspathParameterResolverFactory.forClass(saga),
                new SimpleResourceParameterResolverFactory(List.of(queue)));
        AnnotatedSagaRepository.Builder<S> repository = AnnotatedSagaRepository.<S>builder()
                .sagaType(saga)
                .sagaStore(store)
                .parameterResolverFactory(parameters);
        repository.lockFactory(NullLockFactory.INSTANCE);
        AnnotatedSagaManager.Builder<S> builder = AnnotatedSagaManager.<S>builder()
                .sagaType(saga)
                .sagaFactory(kind.first())
                .sagaRepository(new Repository<>(repository, store))
                .parameterResolverFactory(parameters);
        builder.listenerInvocationErrorHandler((cause, event, handler) -> park(event, cause));
        this.manager = new Manager<>(builder);
    }

    @Override
    public boolean canHandle(EventMessage<?> event, Segment segment) {
        return canHandleType(event.getPayloadType());
    }

    @Override
    public boolean canHandleType(Class<?> payloadType) {
        return vocabulary.isAssignableFrom(payloadType);
    }

    @Override
    public void handle(EventMessage<?> event, Segment segment) throws Exception {
        try {
            event.getPayload();
        } catch (RuntimeException e) {
            park(event, e);
            return;
        }
        manager.handle(event, segment);
    }

    @Override
    public boolean supportsReset() {
        return false;
    }

    private void park(EventMessage<?> event, Exception cause) throws Exception {
        if (!(event instanceof DomainEventMessage<?> domain)) {
            throw cause;
        }
        LOG.atError()
                .addKeyValue("resourceId", domain.getAggregateIdentifier())
                .addKeyValue("sequence", domain.getSequenceNumber())
                .setCause(cause)
                .log("A saga failed and is parked; it will be built again from its stream");
        store.park(domain.getAggregateIdentifier(), cause);
    }

    private static final class Manager<S extends ResourceSaga> extends AnnotatedSagaManager<S> {
        Manager(Builder<S> builder) {
            super(builder);
        }

        @Override
        protected String createSagaIdentifier(Segment segment) {
            return ((DomainEventMessage<?>) CurrentUnitOfWork.get().getMessage()).getAggregateIdentifier();
        }
    }

    /** Finds by id, where Axon's own would look through all sagas of the batch for each of its events. */
    private static final class Repository<S extends ResourceSaga> extends AnnotatedSagaRepository<S> {
        private final ResourceSagaStore store;

        Repository(Builder<S> builder, ResourceSagaStore store) {
            super(builder);
            this.store = store;
        }

        @Override
        public Set<String> find(AssociationValue value) {
            return store.findSagas(ResourceSaga.class, value);
        }

        @Override
        public AnnotatedSaga<S> doCreateInstance(String id, Supplier<S> factory) {
            AnnotatedSaga<S> saga = super.doCreateInstance(id, factory);
            store.created(id);
            return saga;
        }
    }
}
