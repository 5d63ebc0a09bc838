package dev.berth.query.projection;

import dev.berth.query.Database;
import dev.berth.query.Delivered;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventhandling.PropagatingErrorHandler;
import org.axonframework.eventhandling.deadletter.jdbc.GenericDeadLetterTableFactory;
import org.axonframework.eventhandling.deadletter.jdbc.JdbcSequencedDeadLetterQueue;
import org.axonframework.eventhandling.pooled.PooledStreamingEventProcessor;
import org.axonframework.eventhandling.tokenstore.jdbc.JdbcTokenStore;
import org.axonframework.eventhandling.tokenstore.jdbc.PostgresTokenTableFactory;
import org.axonframework.eventsourcing.eventstore.EmbeddedEventStore;
import org.axonframework.eventsourcing.eventstore.inmemory.InMemoryEventStorageEngine;
import org.axonframework.messaging.deadletter.SequencedDeadLetterQueue;
import org.axonframework.serialization.Serializer;
import org.axonframework.serialization.jackson3.Jackson3Serializer;

/** A projection in a real processor: events from memory; tokens, tables and dead letters in the database. */
final class Processor implements AutoCloseable {
    private final Serializer serializer = Jackson3Serializer.builder().build();
    private final EmbeddedEventStore events = EmbeddedEventStore.builder()
            .storageEngine(new InMemoryEventStorageEngine())
            .build();
    private final ScheduledExecutorService executor = Executors.newScheduledThreadPool(3);
    private final Map<String, Long> applied = new ConcurrentHashMap<>();
    private final Map<String, Long> putAside = new ConcurrentHashMap<>();
    private final SequencedDeadLetterQueue<EventMessage<?>> queue;
    private final DeadLetters deadLetters;
    private final PooledStreamingEventProcessor processor;

    Processor(Database database, Projection projection, int segments, int batch) {
        JdbcTokenStore tokens = JdbcTokenStore.builder()
                .connectionProvider(database.connections())
                .serializer(serializer)
                .build();
        tokens.createSchema(PostgresTokenTableFactory.INSTANCE);
        JdbcSequencedDeadLetterQueue<EventMessage<?>> letters = JdbcSequencedDeadLetterQueue.<EventMessage<?>>builder()
                .processingGroup(projection.name())
                .connectionProvider(database.connections())
                .transactionManager(database)
                .genericSerializer(serializer)
                .eventSerializer(serializer)
                .build();
        letters.createSchema(new GenericDeadLetterTableFactory() {
            @Override
            protected String serializedDataType() {
                return "BYTEA";
            }
        });
        this.queue = letters;
        this.deadLetters = new DeadLetters(database.sql(), database);
        deadLetters.add(projection, queue);
        this.processor = PooledStreamingEventProcessor.builder()
                .name(projection.name())
                .eventHandlerInvoker(new BatchingInvoker(projection, database.sql(), queue, new Noted()))
                .errorHandler(PropagatingErrorHandler.instance())
                .messageSource(events)
                .tokenStore(tokens)
                .transactionManager(database)
                .coordinatorExecutor(executor)
                .workerExecutor(executor)
                .initialSegmentCount(segments)
                .initialToken(source -> source.createTailToken())
                .batchSize(batch)
                .build();
    }

    private final class Noted implements ReaderProgress {
        @Override
        public void applied(String reader, String streamId, long sequence) {
            applied.merge(streamId, sequence, Math::max);
        }

        @Override
        public void putAside(String reader, String streamId, long sequence) {
            putAside.merge(streamId, sequence, Math::max);
        }
    }

    /** Puts events into the store, all at once. */
    Processor given(List<Delivered> given) {
        List<DomainEventMessage<?>> messages = new ArrayList<>();
        for (Delivered delivered : given) {
            messages.add(new GenericDomainEventMessage<>(
                    "any",
                    delivered.streamId(),
                    delivered.meta().sequence(),
                    delivered.event(),
                    Map.of(),
                    delivered.meta().eventId(),
                    delivered.meta().time()));
        }
        events.publish(messages);
        return this;
    }

    Processor start() {
        processor.start();
        return this;
    }

    Map<String, Long> applied() {
        return applied;
    }

    Map<String, Long> putAside() {
        return putAside;
    }

    DeadLetters deadLetters() {
        return deadLetters;
    }

    SequencedDeadLetterQueue<EventMessage<?>> queue() {
        return queue;
    }

    @Override
    public void close() {
        processor.shutDown();
        executor.shutdownNow();
        executor.close();
    }
}
