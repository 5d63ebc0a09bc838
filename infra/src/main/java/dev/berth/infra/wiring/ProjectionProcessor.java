package dev.berth.infra.wiring;

import dev.berth.infra.readers.Reader;
import dev.berth.infra.wiring.ReadersConfiguration.Reading;
import dev.berth.query.projection.BatchingInvoker;
import dev.berth.query.projection.Projection;
import io.micrometer.core.instrument.Gauge;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.EventTrackerStatus;
import org.axonframework.eventhandling.PropagatingErrorHandler;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.eventhandling.WrappedToken;
import org.axonframework.eventhandling.pooled.PooledStreamingEventProcessor;
import org.axonframework.messaging.StreamableMessageSource;
import org.axonframework.messaging.deadletter.SequencedDeadLetterQueue;

/**
 * The streaming processor of one projection.
 *
 * <p>Owns: its threads. Does not own: the projection and its tables. Invariants: begins at the first event ever; token
 * and rows are written together. On failure: Axon takes the batch again after a pause, however often.
 */
final class ProjectionProcessor implements Reader {
    private static final int BATCH = 500;
    private static final long CLAIM_AGAIN_MILLIS = 1_000;
    private static final long STOP_SECONDS = 3;

    private final Reading reading;
    private final Projection projection;
    private final List<Gauge> gauges;
    private final ScheduledExecutorService coordinator;
    private final ScheduledExecutorService workers;
    private final PooledStreamingEventProcessor processor;

    ProjectionProcessor(Reading reading, Projection projection, int segments) {
        this.reading = reading;
        this.projection = projection;
        coordinator = threads(projection.name() + "-coordinator", 1);
        workers = threads(projection.name() + "-worker", segments);
        SequencedDeadLetterQueue<EventMessage<?>> letters = reading.letters().queue(projection.name());
        reading.retried().add(projection, letters);
        processor = PooledStreamingEventProcessor.builder()
                .name(projection.name())
                .eventHandlerInvoker(new BatchingInvoker(projection, reading.sql(), letters, reading.progress()))
                .errorHandler(PropagatingErrorHandler.instance())
                .messageSource(reading.events())
                .tokenStore(reading.tokens())
                .transactionManager(reading.transactions())
                .coordinatorExecutor(coordinator)
                .workerExecutor(workers)
                .initialSegmentCount(segments)
                .batchSize(BATCH)
                // How soon a segment that was given up, since the database was away, is taken again.
                .tokenClaimInterval(CLAIM_AGAIN_MILLIS)
                .initialToken(StreamableMessageSource::createTailToken)
                .build();
        Gauge lag = Gauge.builder("berth.projection.lag", this, ProjectionProcessor::behind)
                .description("Events that the projection has not taken in yet")
                .tag("projection", projection.name())
                .register(reading.meters());
        Gauge dead = Gauge.builder(
                        "berth.projection.dead.letters",
                        reading.retried(),
                        it -> it.count().getOrDefault(projection.name(), 0L))
                .description("Resources whose events the projection could not take in")
                .tag("projection", projection.name())
                .register(reading.meters());
        gauges = List.of(lag, dead);
    }

    private static ScheduledExecutorService threads(String name, int count) {
        return Executors.newScheduledThreadPool(
                count, Thread.ofPlatform().name(name + "-", 0).daemon(true).factory());
    }

    void start() {
        processor.start();
    }

    /** The position up to which every segment has come; 0 before the first event. */
    @Override
    public long position() {
        return processor.processingStatus().values().stream()
                .mapToLong(it -> it.getCurrentPosition().orElse(0))
                .min()
                .orElse(0);
    }

    /** Whether every segment is at work and has come to the end once. */
    @Override
    public boolean caughtUp() {
        return !processor.processingStatus().isEmpty()
                && processor.processingStatus().values().stream().allMatch(EventTrackerStatus::isCaughtUp);
    }

    @Override
    public boolean covers(TrackingToken token) {
        Collection<EventTrackerStatus> segments = processor.processingStatus().values();
        return !segments.isEmpty()
                && segments.stream()
                        .map(it -> WrappedToken.unwrapLowerBound(it.getTrackingToken()))
                        .allMatch(it -> it != null && it.covers(token));
    }

    @Override
    public String name() {
        return projection.name();
    }

    private double behind() {
        return Math.max(0, reading.head().position() - position());
    }

    @Override
    public void close() {
        processor.shutDown();
        reading.retried().remove(projection);
        gauges.forEach(reading.meters()::remove);
        coordinator.shutdown();
        workers.shutdown();
        try {
            if (!workers.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
