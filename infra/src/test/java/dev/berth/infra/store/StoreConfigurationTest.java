package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.Affected;
import dev.berth.api.Outcome;
import dev.berth.api.quota.QuotaEvent;
import dev.berth.api.quota.QuotaEvent.QuotaCharged;
import dev.berth.command.Streams;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.axonframework.commandhandling.AnnotationCommandHandlerAdapter;
import org.axonframework.commandhandling.CommandBus;
import org.axonframework.common.Registration;
import org.axonframework.common.jdbc.ConnectionProvider;
import org.axonframework.common.transaction.TransactionManager;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventBus;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventhandling.GenericEventMessage;
import org.axonframework.eventhandling.SimpleEventHandlerInvoker;
import org.axonframework.eventhandling.deadletter.jdbc.JdbcSequencedDeadLetterQueue;
import org.axonframework.eventhandling.pooled.PooledStreamingEventProcessor;
import org.axonframework.eventhandling.tokenstore.TokenStore;
import org.axonframework.eventsourcing.eventstore.EventStore;
import org.axonframework.messaging.StreamableMessageSource;
import org.axonframework.messaging.deadletter.Decisions;
import org.axonframework.messaging.deadletter.GenericDeadLetter;
import org.axonframework.serialization.Serializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The parts as Spring and Axon put them together, on one database for all tests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoreConfigurationTest {
    private static final String READER = "tallies";

    private ConfigurableApplicationContext context;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({StoreConfiguration.class, MigrationConfiguration.class})
    static class Application {
        @Bean
        MeterRegistry metrics() {
            return new SimpleMeterRegistry();
        }

        @Bean
        CommandDispatcherTest.Handlers handlers(AggregateRepositories repositories) {
            Streams<Tally> tallies = repositories.streams(AggregateKind.hot(Tally.class, "tally.state"));
            return new CommandDispatcherTest.Handlers(tallies);
        }

        @Bean
        Reader reader(OwnWrites ownWrites) {
            return new Reader(ownWrites.register(READER, List.of(QuotaEvent.class)));
        }

        @Bean
        Registration commandHandlers(CommandBus bus, CommandDispatcherTest.Handlers handlers) {
            return new AnnotationCommandHandlerAdapter<>(handlers).subscribe(bus);
        }

        @Bean(initMethod = "start", destroyMethod = "shutDown")
        PooledStreamingEventProcessor processor(
                Reader reader, TailingEventStore events, TokenStore tokens, TransactionManager transactions) {
            ScheduledExecutorService threads = Executors.newScheduledThreadPool(
                    2, Thread.ofPlatform().daemon(true).factory());
            return PooledStreamingEventProcessor.builder()
                    .name(READER)
                    .eventHandlerInvoker(SimpleEventHandlerInvoker.builder()
                            .eventHandlers(reader)
                            .build())
                    .messageSource(events)
                    .tokenStore(tokens)
                    .transactionManager(transactions)
                    .coordinatorExecutor(threads)
                    .workerExecutor(threads)
                    .batchSize(500)
                    .initialSegmentCount(1)
                    .initialToken(StreamableMessageSource::createTailToken)
                    .build();
        }
    }

    static final class Reader {
        final BlockingQueue<QuotaEvent> seen = new LinkedBlockingQueue<>();
        private final OwnWrites.Reader reader;

        Reader(OwnWrites.Reader reader) {
            this.reader = reader;
        }

        @EventHandler
        void on(QuotaEvent event, DomainEventMessage<?> message) {
            seen.add(event);
            reader.applied(message.getAggregateIdentifier(), message.getSequenceNumber());
        }
    }

    @BeforeAll
    void start() {
        context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .run(
                        "--spring.datasource.url=" + TestDatabase.freshUrl(),
                        // This context is a part of the application, whose settings name things that are not in it.
                        "--management.endpoint.health.validate-group-membership=false");
    }

    @AfterAll
    void stop() {
        long start = System.nanoTime();
        context.close();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    private <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    private Outcome<Affected> dispatch(Object command) {
        return bean(CommandDispatcher.class).dispatch(command, TestStore.context());
    }

    @Test
    void every_part_is_the_one_that_was_set_up() {
        assertThat(bean(EventStore.class)).isSameAs(bean(TailingEventStore.class));
        assertThat(bean(EventBus.class)).isSameAs(bean(TailingEventStore.class));
        assertThat(bean(Serializer.class)).isSameAs(bean(StableNameSerializer.class));
        // Axon's starter would add a whole configuration of its own beside them.
        assertThat(context.getBeansOfType(org.axonframework.config.Configuration.class))
                .isEmpty();
        assertThat(GenericEventMessage.clock).isInstanceOf(DecisionClock.class);
        assertThat(TestDatabase.text(bean(DataSource.class), "select count(*) from store_generation"))
                .isEqualTo("1");
    }

    @Test
    void an_answer_comes_soon_after_its_reader_has_seen_the_events() throws Exception {
        dispatch(new CommandDispatcherTest.Begin("quota_answer", 100));
        List<QuotaEvent> mine = new ArrayList<>();
        long start = 0;
        for (int i = 0; i < 21; i++) {
            if (i == 1) {
                start = System.nanoTime();
            }
            CommandDispatcher.Answer<Affected> answer = bean(CommandDispatcher.class)
                    .dispatchAndWait(new CommandDispatcherTest.Count("quota_answer", "h" + i), TestStore.context());
            assertThat(answer.behind()).isFalse();
        }
        // Without a push each would take the half second between two looks of a pooled processor.
        assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(4));
        bean(Reader.class).seen.drainTo(mine);
        assertThat(mine)
                .filteredOn(event ->
                        event instanceof QuotaCharged && event.quotaId().equals("quota_answer"))
                .hasSize(21);
    }

    @Test
    void a_reader_keeps_its_token_as_text_under_a_stable_name() {
        dispatch(new CommandDispatcherTest.Begin("quota_token", 1));
        bean(CommandDispatcher.class)
                .dispatchAndWait(new CommandDispatcherTest.Count("quota_token", "h"), TestStore.context());

        String stored = TestDatabase.text(
                bean(DataSource.class),
                "select token_type || ' ' || (token::jsonb ? 'index') from token_entry where processor_name ="
                        + " 'tallies'");
        assertThat(stored).isEqualTo("token.position true");
        assertThat(bean(TransactionManager.class)
                        .fetchInTransaction(() -> bean(TokenStore.class).fetchSegments(READER)))
                .containsExactly(0);
    }

    @Test
    void dead_letters_are_kept_in_order_and_read_back() {
        JdbcSequencedDeadLetterQueue<EventMessage<?>> queue =
                bean(DeadLetters.class).queue("letters");
        DomainEventMessage<QuotaCharged> first = TestStore.event("quota_dead", 4, TestStore.NOW);
        queue.enqueue("quota_dead", new GenericDeadLetter<>("quota_dead", first, new IllegalStateException("poison")));
        assertThat(queue.enqueueIfPresent(
                        "quota_dead",
                        () -> new GenericDeadLetter<>("quota_dead", TestStore.event("quota_dead", 5, TestStore.NOW))))
                .isTrue();
        assertThat(queue.enqueueIfPresent(
                        "quota_other",
                        () -> new GenericDeadLetter<>("quota_other", TestStore.event("quota_other", 0, TestStore.NOW))))
                .isFalse();

        assertThat(queue.deadLetterSequence("quota_dead"))
                .extracting(letter -> ((DomainEventMessage<?>) letter.message()).getSequenceNumber())
                .containsExactly(4L, 5L);
        assertThat(queue.deadLetterSequence("quota_dead")
                        .iterator()
                        .next()
                        .message()
                        .getPayload())
                .isEqualTo(first.getPayload());
        boolean handled = queue.process(letter -> Decisions.evict());
        assertThat(handled).isTrue();
        assertThat(queue.size()).isZero();
    }

    @Test
    void a_connection_in_a_transaction_is_the_transactions() throws Exception {
        ConnectionProvider connections = bean(ConnectionProvider.class);
        Optional<Integer> same =
                Optional.ofNullable(bean(TransactionManager.class).fetchInTransaction(() -> {
                    try (Connection one = connections.getConnection();
                            Connection two = connections.getConnection()) {
                        return backend(one) == backend(two) ? 1 : 0;
                    } catch (SQLException e) {
                        throw new IllegalStateException(e);
                    }
                }));
        assertThat(same).contains(1);
    }

    private static int backend(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("select pg_backend_pid()");
                ResultSet row = statement.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }
}
