package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.ErrorCode;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.command.AbandonedUnitOfWork;
import dev.berth.command.Streams;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.messaging.annotation.MetaDataValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommandDispatcherTest {
    private final HikariDataSource source = TestDatabase.fresh(16);
    private final TestStore store = new TestStore(source, true);

    record Begin(String id, long max) {}

    record Count(String id, String holder) {}

    record Transfer(String from, String to, String mistake) {}

    record Picky(String id) {}

    static final class Checked extends Exception {
        private static final long serialVersionUID = 1L;
    }

    static final class Again extends AbandonedUnitOfWork {
        private static final long serialVersionUID = 1L;

        Again() {
            super("not this one");
        }

        @Override
        public Context next(Context context) {
            return new Context(
                    context.caller(), context.requestId() + "'", context.now(), context.seed(), context.avoid());
        }
    }

    static final class Handlers {
        private final Streams<Tally> tallies;

        Handlers(Streams<Tally> tallies) {
            this.tallies = tallies;
        }

        @CommandHandler
        Outcome<Affected> handle(Begin command) {
            Optional<Streams.Loaded<Tally>> found = tallies.find(command.id());
            if (found.isEmpty()) {
                tallies.create(() -> Tally.begin(command.id(), command.max()));
            }
            return Outcome.done(new Affected(found.isEmpty() ? "begun" : "found"));
        }

        @CommandHandler
        Outcome<Affected> handle(Count command) {
            Streams.Loaded<Tally> tally = tallies.get(command.id());
            if (tally.get(Tally::full)) {
                return Outcome.refused(new Problem(ErrorCode.QUOTA_EXCEEDED, "Full.", Map.of()));
            }
            tally.apply(it -> it.count(command.holder()));
            return Outcome.done(new Affected(command.id()));
        }

        @CommandHandler
        Outcome<Affected> handle(Transfer command) throws Checked {
            tallies.get(command.from()).apply(it -> it.count("x"));
            tallies.get(command.to()).apply(it -> it.count("x"));
            switch (command.mistake()) {
                case "checked" -> throw new Checked();
                case "unchecked" -> throw new IllegalStateException("a mistake");
                default -> {}
            }
            return Outcome.done(new Affected(command.to()));
        }

        @CommandHandler
        Outcome<Affected> handle(Picky command, @MetaDataValue(Context.KEY) Context context) {
            tallies.get(command.id()).apply(it -> it.count(context.requestId()));
            if (!context.requestId().endsWith("''")) {
                throw new Again();
            }
            return Outcome.done(new Affected(context.requestId()));
        }
    }

    CommandDispatcherTest() {
        store.handler(new Handlers(store.tallies()));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private Outcome<Affected> dispatch(Object command) {
        return store.dispatcher.dispatch(command, TestStore.context());
    }

    private List<? extends DomainEventMessage<?>> stream(String id) {
        return store.storage.readEvents(id, 0).asStream().toList();
    }

    @Test
    void what_is_appended_says_who_and_why_and_when() {
        dispatch(new Begin("quota_a", 1));

        DomainEventMessage<?> event = stream("quota_a").getFirst();
        assertThat(event.getTimestamp()).isEqualTo(TestStore.NOW);
        assertThat(Map.<String, Object>copyOf(event.getMetaData()))
                .isEqualTo(Map.of(
                        "actor",
                        "alice",
                        "tenant",
                        "acme",
                        "requestId",
                        "req_1",
                        "session",
                        "tok_1",
                        "cause",
                        "req_1"));
        store.dispatcher.dispatch(new Count("quota_a", "h"), TestStore.context(), "msg_7");
        assertThat(stream("quota_a").get(1).getMetaData()).containsEntry("cause", "msg_7");
    }

    @Test
    void a_refusal_appends_nothing() {
        dispatch(new Begin("quota_a", 0));

        assertThat(dispatch(new Count("quota_a", "h"))).isInstanceOf(Outcome.Refused.class);
        assertThat(stream("quota_a")).hasSize(1);
    }

    @Test
    void an_event_is_never_before_the_previous_one_of_its_stream() {
        Instant early = TestStore.NOW.minusSeconds(3600);
        dispatch(new Begin("quota_a", 9));
        store.dispatcher.dispatch(new Count("quota_a", "cached"), TestStore.context(early));
        TestStore restarted = new TestStore(source, true);
        restarted.handler(new Handlers(restarted.tallies()));
        restarted.dispatcher.dispatch(new Count("quota_a", "read"), TestStore.context(early));
        restarted.dispatcher.dispatch(new Begin("quota_other", 9), TestStore.context(early));

        assertThat(stream("quota_a"))
                .extracting(DomainEventMessage::getTimestamp)
                .containsExactly(TestStore.NOW, TestStore.NOW, TestStore.NOW);
        assertThat(stream("quota_other").getFirst().getTimestamp()).isEqualTo(early);
    }

    @Test
    void whatever_is_thrown_undoes_all_that_was_applied() {
        dispatch(new Begin("quota_a", 9));
        dispatch(new Begin("quota_b", 9));

        assertThatThrownBy(() -> dispatch(new Transfer("quota_a", "quota_b", "unchecked")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a mistake");
        assertThatThrownBy(() -> dispatch(new Transfer("quota_a", "quota_b", "checked")))
                .hasRootCauseInstanceOf(Checked.class);

        assertThat(stream("quota_a")).hasSize(1);
        dispatch(new Transfer("quota_a", "quota_b", "none"));
        assertThat(stream("quota_a")).hasSize(2);
        assertThat(stream("quota_b")).hasSize(2);
        assertThat(TestDatabase.text(
                        source,
                        "select count(distinct tx) from domain_event_entry where payload_type = 'quota.charged'"))
                .isEqualTo("1");
    }

    @Test
    void an_abandoned_unit_of_work_is_tried_again_with_the_context_that_it_gives() {
        dispatch(new Begin("quota_a", 9));

        assertThat(dispatch(new Picky("quota_a"))).isEqualTo(Outcome.done(new Affected("req_1''")));
        assertThat(stream("quota_a")).hasSize(2);
        assertThat(store.metrics
                        .counter("berth.commands.repeated", "reason", "abandoned")
                        .count())
                .isEqualTo(2);
    }

    @Test
    void two_processes_admit_exactly_what_fits() throws Exception {
        TestStore one = new TestStore(source, false);
        TestStore two = new TestStore(source, false);
        one.handler(new Handlers(one.tallies()));
        two.handler(new Handlers(two.tallies()));
        dispatch(new Begin("quota_a", 25));

        List<Outcome<Affected>> outcomes = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<Outcome<Affected>>> calls = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                CommandDispatcher dispatcher = (i % 2 == 0 ? one : two).dispatcher;
                String holder = "h" + i;
                calls.add(threads.submit(() -> dispatcher.dispatch(new Count("quota_a", holder), TestStore.context())));
            }
            for (Future<Outcome<Affected>> call : calls) {
                outcomes.add(call.get());
            }
        }

        assertThat(outcomes).filteredOn(Outcome.Done.class::isInstance).hasSize(25);
        assertThat(outcomes)
                .filteredOn(Outcome.Refused.class::isInstance)
                .extracting(outcome -> ((Outcome.Refused<?>) outcome).problem().code())
                .containsOnly(ErrorCode.QUOTA_EXCEEDED);
        assertThat(stream("quota_a")).hasSize(26);
    }

    @Test
    void two_first_events_at_once_begin_one_stream() throws Exception {
        TestStore other = new TestStore(source, true);
        other.handler(new Handlers(other.tallies()));
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            for (int round = 0; round < 20; round++) {
                String id = "quota_" + round;
                List<Future<Outcome<Affected>>> calls = new ArrayList<>();
                for (CommandDispatcher dispatcher :
                        List.of(store.dispatcher, other.dispatcher, store.dispatcher, other.dispatcher)) {
                    calls.add(threads.submit(() -> dispatcher.dispatch(new Begin(id, 9), TestStore.context())));
                }
                int begun = 0;
                for (Future<Outcome<Affected>> call : calls) {
                    begun += call.get().equals(Outcome.done(new Affected("begun"))) ? 1 : 0;
                }
                assertThat(begun).isOne();
                assertThat(stream(id)).hasSize(1);
            }
        }
    }

    @Test
    void a_store_that_can_not_be_reached_is_unavailable() {
        dispatch(new Begin("quota_a", 9));
        source.close();

        Outcome<Affected> outcome = dispatch(new Count("quota_a", "h"));

        assertThat(((Outcome.Refused<?>) outcome).problem().code()).isEqualTo(ErrorCode.UNAVAILABLE);
    }

    @Test
    void a_command_within_a_unit_of_work_is_refused() {
        store.handler(new Object() {
            @CommandHandler
            Outcome<Affected> handle(Transfer command) {
                return dispatch(new Begin(command.to(), 1));
            }
        });

        assertThatThrownBy(() -> dispatch(new Transfer("quota_a", "quota_b", "nested")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("within a unit of work");
        assertThat(stream("quota_b")).isEmpty();
    }

    @Test
    void commands_are_counted_by_name_and_outcome() {
        dispatch(new Begin("quota_a", 1));
        dispatch(new Count("quota_a", "h"));
        dispatch(new Count("quota_a", "h"));

        assertThat(store.metrics
                        .timer("berth.commands", "command", "Count", "outcome", "done")
                        .count())
                .isOne();
        assertThat(store.metrics
                        .timer("berth.commands", "command", "Count", "outcome", "quota_exceeded")
                        .count())
                .isOne();
    }

    @Test
    void a_snapshot_saves_reading_and_one_of_another_shape_is_ignored_and_made_anew() {
        dispatch(new Begin("quota_a", 1_000));
        for (int i = 0; i < 205; i++) {
            dispatch(new Count("quota_a", "h" + i));
        }
        assertThat(TestDatabase.text(source, "select sequence_number || ' ' || payload_type from snapshot_event_entry"))
                // The event that made it due was still on its way.
                .isEqualTo("198 tally.state");
        assertThat(usedAfterRestart()).isEqualTo(205);

        // As if it had been made before a field was renamed; if it were read, it would count from 0.
        TestDatabase.execute(
                source, "update snapshot_event_entry set payload_revision = 'before', payload = '{\"total\":0}'");
        assertThat(usedAfterRestart()).isEqualTo(205);
        assertThat(TestDatabase.text(
                        source, "select sequence_number || ' ' || payload_revision from snapshot_event_entry"))
                .isEqualTo("205 " + Shapes.digest(Tally.class));

        // A snapshot that does fit is taken: this one lies.
        TestDatabase.execute(
                source,
                "update snapshot_event_entry set payload_revision = '" + Shapes.digest(Tally.class)
                        + "', payload = '{\"id\":\"quota_a\",\"max\":1000,\"used\":100}'");
        assertThat(usedAfterRestart()).isEqualTo(100);
    }

    private long usedAfterRestart() {
        TestStore restarted = new TestStore(source, true);
        Streams<Tally> tallies = restarted.tallies();
        long[] used = new long[1];
        restarted.handler(new Object() {
            @CommandHandler
            Outcome<Affected> handle(Picky command) {
                used[0] = tallies.get(command.id()).get(Tally::used);
                return Outcome.done(new Affected(command.id()));
            }
        });
        restarted.dispatcher.dispatch(new Picky("quota_a"), TestStore.context());
        return used[0];
    }
}
