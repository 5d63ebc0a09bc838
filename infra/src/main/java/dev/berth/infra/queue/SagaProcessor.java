package dev.berth.infra.queue;

import dev.berth.sagas.ResourceSaga;
import dev.berth.sagas.StepQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.EventHandlerInvoker;
import org.axonframework.eventhandling.MultiEventHandlerInvoker;
import org.axonframework.eventhandling.PropagatingErrorHandler;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.pooled.PooledStreamingEventProcessor;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.messaging.StreamableMessageSource;

/** Reads the events for all sagas, from the first one ever, in batches. */
public final class SagaProcessor implements AutoCloseable {
    /** The processor's name, as tokens and metrics have it. */
    public static final String NAME = "instance-saga";

    private static final int BATCH = 500;

    private final ScheduledExecutorService coordinator = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("saga-coordinator").factory());
    private final ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("saga-worker").factory());
    private final PooledStreamingEventProcessor processor;

    /**
     * A processor, not started.
     *
     * @param others are shown each event before the sagas are
     */
    SagaProcessor(
            StreamableMessageSource<TrackedEventMessage<?>> events,
            TokenStore tokens,
            TransactionManager transactions,
            SagaRows rows,
            List<SagaKind<?, ?>> kinds,
            StepQueue queue,
            EventHandlerInvoker... others) {
        List<EventHandlerInvoker> invokers = new ArrayList<>(List.of(others));
        kinds.forEach(kind -> invokers.add(invoker(kind, rows, queue)));
        this.processor = PooledStreamingEventProcessor.builder()
                .name(NAME)
                .eventHandlerInvoker(new MultiEventHandlerInvoker(invokers))
                .errorHandler(PropagatingErrorHandler.instance())
                .messageSource(events)
                .tokenStore(tokens)
                .transactionManager(transactions)
                .coordinatorExecutor(coordinator)
                .workerExecutor(worker)
                .initialSegmentCount(1)
                .batchSize(BATCH)
                // Axon's default for sagas is the head: what was appended while it was first started would be lost.
                .initialToken(StreamableMessageSource::createTailToken)
                .build();
    }

    private static <S extends ResourceSaga> SagaInvoker<S> invoker(
            SagaKind<?, S> kind, SagaRows rows, StepQueue queue) {
        return new SagaInvoker<>(kind, new ResourceSagaStore(rows, kind), queue);
    }

    /** Begins to read. */
    public void start() {
        processor.start();
    }

    /** The processor itself, for its lag. */
    public PooledStreamingEventProcessor processor() {
        return processor;
    }

    @Override
    public void close() {
        processor.shutDown();
        coordinator.shutdown();
        worker.shutdown();
        try {
            if (!worker.awaitTermination(2, TimeUnit.SECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
