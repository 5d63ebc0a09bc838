package dev.berth.infra.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.berth.api.Context;
import dev.berth.api.Ids;
import dev.berth.api.iam.Caller;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.command.Streams;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.axonframework.commandhandling.AnnotationCommandHandlerAdapter;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventhandling.GenericEventMessage;
import org.axonframework.messaging.GenericMessage;
import org.axonframework.serialization.upcasting.event.EventUpcaster;
import org.axonframework.serialization.upcasting.event.EventUpcasterChain;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** One process's store, put together as the configuration does. */
final class TestStore implements AutoCloseable {
    static final Instant NOW = Instant.parse("2031-05-06T07:08:09.123Z");

    final HikariDataSource source;
    final StoredTypes types = new StoredTypes();
    final StableNameSerializer serializer = new StableNameSerializer(types);
    final EventHead head = new EventHead();
    final OwnWrites ownWrites = new OwnWrites(Duration.ofMillis(300));
    final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    final PostgresEventStorage storage;
    final TailingEventStore events;
    final AggregateRepositories repositories;
    final CommandBus bus;
    final CommandDispatcher dispatcher;

    TestStore(HikariDataSource source, boolean onlyWriter, EventUpcaster... upcasters) {
        this(source, onlyWriter, TestStore::runApart, upcasters);
    }

    /** On a thread of its own, as in production, but done when this returns. */
    private static void runApart(Runnable work) {
        Thread thread = Thread.ofPlatform().start(work);
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    TestStore(HikariDataSource source, boolean onlyWriter, Executor snapshotWork, EventUpcaster... upcasters) {
        this.source = source;
        StoreConfiguration configuration = new StoreConfiguration();
        storage = PostgresEventStorage.of(
                new StoreConnections(source), serializer, new EventUpcasterChain(upcasters), new Failures(), head);
        events = TailingEventStore.of(storage, head, ownWrites::expect);
        repositories = new AggregateRepositories(
                events, types, snapshotWork, Duration.ofSeconds(3), onlyWriter, storage.queue());
        bus = configuration.commandBus(new Correlation());
        dispatcher = new CommandDispatcher(
                bus, storage.queue(), ownWrites, new CommandMetrics(metrics), Duration.ofSeconds(10));
    }

    static TestStore fresh() {
        return new TestStore(TestDatabase.fresh(16), true);
    }

    Streams<Tally> tallies() {
        return repositories.streams(AggregateKind.hot(Tally.class, "tally.state"));
    }

    void handler(Object handler) {
        new AnnotationCommandHandlerAdapter<>(handler).subscribe(bus);
    }

    static Context context() {
        return context(NOW);
    }

    static Context context(Instant now) {
        Caller caller = new Caller("alice", "acme", Set.of(), false, "tok_1", false);
        return new Context(caller, "req_1", now, Ids.Seed.of(now, ThreadLocalRandom.current()), Set.of());
    }

    static DomainEventMessage<QuotaCharged> event(String stream, long sequence, Instant time) {
        QuotaCharged payload = new QuotaCharged(stream, "acme", "pool_x", stream + "/" + sequence, Tally.ONE);
        String id = new TimeOrderedIdentifiers().generateIdentifier();
        return new GenericDomainEventMessage<>(
                "Tally", stream, sequence, new GenericMessage<>(id, payload, Map.of()), () -> time);
    }

    static List<DomainEventMessage<?>> events(String stream, long from, long to) {
        List<DomainEventMessage<?>> out = new ArrayList<>();
        LongStream.rangeClosed(from, to)
                .forEach(sequence -> out.add(event(stream, sequence, GenericEventMessage.clock.instant())));
        return out;
    }

    /** Appends within a transaction on this connection, which stays open. */
    void appendOn(Connection connection, List<? extends DomainEventMessage<?>> batch) throws SQLException {
        PostgresEventStorage other = PostgresEventStorage.of(
                new StoreConnections(new SingleConnectionDataSource(connection, true)),
                serializer,
                new EventUpcasterChain(),
                new Failures(),
                new EventHead());
        other.appendEvents(batch);
    }

    @Override
    public void close() {
        events.close();
        source.close();
    }
}
