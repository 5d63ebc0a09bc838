package dev.berth.infra.directory;

import dev.berth.api.DomainEvent;
import dev.berth.infra.store.EventHead;
import dev.berth.infra.store.MigrationConfiguration;
import dev.berth.infra.store.StoreConfiguration;
import dev.berth.query.Delivered;
import dev.berth.query.projection.ViewsProjection;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.axonframework.common.stream.BlockingStream;
import org.axonframework.eventhandling.GenericDomainEventMessage;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.TrackingToken;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.serialization.Serializer;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A database of its own for a test, with the application's event store and read tables. */
final class TestDatabase implements AutoCloseable {
    private static final AtomicInteger NEXT = new AtomicInteger();

    private static final class Server {
        static final EmbeddedPostgres RUNNING = start();

        private static EmbeddedPostgres start() {
            try {
                EmbeddedPostgres server = EmbeddedPostgres.builder().start();
                admin(server, "create database migrated");
                // Migrated once; what is then copied for each test has nothing left to migrate.
                new TestDatabase(server.getDatabase("postgres", "migrated")).close();
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private final AnnotationConfigApplicationContext parts = new AnnotationConfigApplicationContext();
    private final DSLContext sql;
    private final Map<String, Long> next = new HashMap<>();

    private TestDatabase(DataSource source) {
        sql = DSL.using(source, SQLDialect.POSTGRES);
        parts.registerBean(DataSource.class, () -> source);
        parts.registerBean(PlatformTransactionManager.class, () -> new DataSourceTransactionManager(source));
        parts.registerBean(MeterRegistry.class, SimpleMeterRegistry::new);
        parts.register(MigrationConfiguration.class, StoreConfiguration.class);
        parts.refresh();
    }

    static TestDatabase fresh() {
        String name = "directories_" + NEXT.incrementAndGet();
        admin(Server.RUNNING, "create database " + name + " template migrated");
        return new TestDatabase(Server.RUNNING.getDatabase("postgres", name));
    }

    private static void admin(EmbeddedPostgres server, String statement) {
        DSL.using(server.getPostgresDatabase(), SQLDialect.POSTGRES).execute(statement);
    }

    EventHead head() {
        return parts.getBean(EventHead.class);
    }

    StoredSource source() {
        return new StoredSource(sql, events(), parts.getBean(Serializer.class));
    }

    /** Appends in one transaction. */
    void append(DomainEvent... events) {
        List<GenericDomainEventMessage<?>> messages = new ArrayList<>();
        for (DomainEvent event : events) {
            long sequence = next.merge(event.streamId(), 0L, (seen, first) -> seen + 1);
            messages.add(new GenericDomainEventMessage<>("test", event.streamId(), sequence, event));
        }
        inTransaction(() -> events().publish(messages));
    }

    /** Brings the read tables up to the end, and stores their position. */
    void project() {
        List<Delivered> delivered = new ArrayList<>();
        TrackingToken last = read(delivered);
        sql.transaction(transaction -> new ViewsProjection().project(transaction.dsl(), delivered));
        inTransaction(() -> parts.getBean(TokenStore.class).initializeTokenSegments(ViewsProjection.NAME, 1, last));
    }

    /** As if the read tables had been written, and their position not. */
    void forgetPosition() {
        sql.execute("delete from token_entry");
    }

    private @Nullable TrackingToken read(List<Delivered> delivered) {
        TrackingToken last = null;
        try (BlockingStream<TrackedEventMessage<?>> stream = events().openStream(null)) {
            while (stream.hasNextAvailable(0, TimeUnit.MILLISECONDS)) {
                TrackedEventMessage<?> message = stream.nextAvailable();
                StoredSource.delivered(message).ifPresent(delivered::add);
                last = message.trackingToken();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return last;
    }

    private EventStore events() {
        return parts.getBean(EventStore.class);
    }

    private void inTransaction(Runnable work) {
        new TransactionTemplate(parts.getBean(PlatformTransactionManager.class))
                .executeWithoutResult(status -> work.run());
    }

    @Override
    public void close() {
        parts.close();
    }
}
