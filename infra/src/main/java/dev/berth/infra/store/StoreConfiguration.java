package dev.berth.infra.store;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.commandhandling.SimpleCommandBus;
import org.axonframework.common.jdbc.ConnectionProvider;
import org.axonframework.common.jdbc.PersistenceExceptionResolver;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.GenericEventMessage;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventhandling.tokenstore.jdbc.JdbcTokenStore;
import org.axonframework.eventhandling.tokenstore.jdbc.TokenSchema;
import org.axonframework.messaging.correlation.CorrelationDataProvider;
import org.axonframework.messaging.interceptors.CorrelationDataInterceptor;
import org.axonframework.messaging.unitofwork.RollbackConfigurationType;
import org.axonframework.serialization.upcasting.event.EventUpcasterChain;
import org.axonframework.serialization.upcasting.event.SingleEventUpcaster;
import org.axonframework.spring.jdbc.SpringDataSourceConnectionProvider;
import org.axonframework.spring.messaging.unitofwork.SpringTransactionManager;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationInitializer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.transaction.PlatformTransactionManager;

/** Axon's parts, each set up explicitly: nothing is left to what Axon would choose by itself. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(StoreSettings.class)
public class StoreConfiguration {
    private static final Duration CLAIM = Duration.ofSeconds(10);
    private static final int SNAPSHOTS_WAITING = 1_000;

    static {
        GenericEventMessage.clock = new DecisionClock();
    }

    /** The registry of what is stored; aggregates and sagas are added to it. */
    @Bean
    StoredTypes storedTypes() {
        return new StoredTypes();
    }

    /** One serializer for everything; Axon's own two others fall back to it. */
    @Bean
    @Primary
    StableNameSerializer serializer(StoredTypes types) {
        return new StableNameSerializer(types);
    }

    /** Brings older revisions of events up to the current one, in the order of the upcasters' beans. */
    @Bean
    EventUpcasterChain upcasters(ObjectProvider<SingleEventUpcaster> upcasters) {
        return new EventUpcasterChain(upcasters.orderedStream().toList());
    }

    /** Knows PostgreSQL's code of a duplicate key. */
    @Bean
    PersistenceExceptionResolver duplicateKeys() {
        return new Failures();
    }

    /** Axon's transactions are Spring's, so that a reader's tables and its token are written together. */
    @Bean
    TransactionManager axonTransactions(PlatformTransactionManager transactions) {
        return new SpringTransactionManager(transactions);
    }

    /** Connections of the thread's transaction. */
    @Bean
    ConnectionProvider axonConnections(DataSource source) {
        return new SpringDataSourceConnectionProvider(source);
    }

    /** The newest position. */
    @Bean
    EventHead eventHead() {
        return new EventHead();
    }

    /** Who waits for whose writes. */
    @Bean
    OwnWrites ownWrites(StoreSettings settings) {
        return new OwnWrites(settings.ownWrites());
    }

    /** Events and snapshots. Only what is migrated is read. */
    @Bean
    PostgresEventStorage eventStorage(
            DataSource source,
            StableNameSerializer serializer,
            EventUpcasterChain upcasters,
            PersistenceExceptionResolver duplicates,
            EventHead head,
            List<FlywayMigrationInitializer> migrated) {
        PostgresEventStorage storage =
                PostgresEventStorage.of(new StoreConnections(source), serializer, upcasters, duplicates, head);
        head.advance(storage.newest());
        return storage;
    }

    /** The event store, which readers follow. */
    @Bean(destroyMethod = "close")
    TailingEventStore eventStore(
            PostgresEventStorage storage, EventHead head, OwnWrites ownWrites, MeterRegistry metrics) {
        TailingEventStore store = TailingEventStore.of(storage, head, ownWrites::expect);
        ownWrites.onWait(store::hurry);
        Gauge.builder("berth.events.gaps", store, TailingEventStore::gaps)
                .description("Positions that readers have passed and that may still be filled")
                .register(metrics);
        Gauge.builder("berth.events.head", head, EventHead::position)
                .description("The newest position of the event store")
                .register(metrics);
        return store;
    }

    /** How far readers have come. */
    @Bean
    TokenStore tokenStore(
            ConnectionProvider connections,
            StableNameSerializer serializer,
            List<FlywayMigrationInitializer> migrated) {
        return JdbcTokenStore.builder()
                .connectionProvider(connections)
                .serializer(serializer)
                .contentType(String.class)
                // One process writes to a store at a time. Under one name it takes over at once what a killed one had
                // claimed.
                .nodeId("berth")
                .claimTimeout(CLAIM)
                .schema(TokenSchema.builder()
                        .setTokenTable("token_entry")
                        .setProcessorNameColumn("processor_name")
                        .setSegmentColumn("segment")
                        .setTokenColumn("token")
                        .setTokenTypeColumn("token_type")
                        .setTimestampColumn("time_stamp")
                        .setOwnerColumn("owner")
                        .build())
                .build();
    }

    /** Dead letters of readers. */
    @Bean
    DeadLetters deadLetters(
            ConnectionProvider connections, TransactionManager transactions, StableNameSerializer serializer) {
        return new DeadLetters(connections, transactions, serializer);
    }

    /** What events keep of the call that caused them. */
    @Bean
    CorrelationDataProvider correlation() {
        return new Correlation();
    }

    /** Handles commands in the caller's thread. Anything that is thrown undoes all that was applied. */
    @Bean
    CommandBus commandBus(CorrelationDataProvider correlation) {
        SimpleCommandBus bus = SimpleCommandBus.builder()
                .rollbackConfiguration(RollbackConfigurationType.ANY_THROWABLE)
                .build();
        bus.registerHandlerInterceptor(new CorrelationDataInterceptor<>(correlation));
        return bus;
    }

    /** How everyone sends commands. */
    @Bean
    CommandDispatcher commandDispatcher(
            CommandBus bus,
            PostgresEventStorage storage,
            OwnWrites ownWrites,
            MeterRegistry metrics,
            StoreSettings settings) {
        return new CommandDispatcher(bus, storage.queue(), ownWrites, new CommandMetrics(metrics), settings.tryFor());
    }

    /** The thread that makes snapshots; with too many waiting, the next event's turn comes later. */
    @Bean(destroyMethod = "shutdown", defaultCandidate = false)
    ExecutorService snapshotWork() {
        return new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(SNAPSHOTS_WAITING),
                Thread.ofPlatform().name("snapshots").daemon(true).factory(),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    /** Repositories of aggregates. */
    @Bean
    AggregateRepositories aggregateRepositories(
            TailingEventStore events,
            PostgresEventStorage storage,
            StoredTypes types,
            @Qualifier("snapshotWork") ExecutorService snapshotWork,
            StoreSettings settings) {
        return new AggregateRepositories(
                events, types, snapshotWork, settings.lockWait(), settings.onlyWriter(), storage.queue());
    }
}
