package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.GapAwareTrackingToken;
import org.axonframework.modelling.command.AggregateStreamCreationException;
import org.axonframework.modelling.command.ConcurrencyException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PostgresEventStorageTest {
    private final TestStore store = TestStore.fresh();
    private final PostgresEventStorage storage = store.storage;

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void reads_a_stream_as_it_was_appended() {
        List<DomainEventMessage<?>> batch = TestStore.events("quota_a", 0, 150);

        storage.appendEvents(batch);

        List<? extends DomainEventMessage<?>> read =
                storage.readEvents("quota_a", 0).asStream().toList();
        assertThat(read).hasSize(151);
        assertThat(read.get(150).getPayload()).isEqualTo(batch.get(150).getPayload());
        assertThat(read.get(150).getTimestamp()).isEqualTo(batch.get(150).getTimestamp());
        assertThat(read.get(150).getIdentifier()).isEqualTo(batch.get(150).getIdentifier());
        assertThat(storage.lastSequenceNumberFor("quota_a")).contains(150L);
        assertThat(storage.lastSequenceNumberFor("quota_b")).isEmpty();
    }

    @Test
    void people_can_read_the_events_with_sql() {
        storage.appendEvents(TestStore.events("quota_a", 0, 0));

        assertThat(TestDatabase.text(
                        store.source, "select stream || ' ' || name || ' ' || (payload->>'holderId') from event"))
                .isEqualTo("quota_a quota.charged quota_a/0");
        assertThat(TestDatabase.text(store.source, "select type from domain_event_entry"))
                .isEqualTo("quota");
    }

    @Test
    void a_place_in_a_stream_is_taken_once_and_the_loser_leaves_nothing() {
        storage.appendEvents(TestStore.events("quota_a", 0, 1));

        List<DomainEventMessage<?>> first = new ArrayList<>(TestStore.events("quota_b", 0, 0));
        first.addAll(TestStore.events("quota_a", 0, 0));
        assertThatThrownBy(() -> storage.appendEvents(first)).isInstanceOf(AggregateStreamCreationException.class);
        assertThatThrownBy(() -> storage.appendEvents(TestStore.events("quota_a", 1, 1)))
                .isInstanceOf(ConcurrencyException.class);
        assertThatThrownBy(() -> storage.appendEvents(TestStore.events("quota_a", 1, 200)))
                .isInstanceOf(ConcurrencyException.class);

        assertThat(TestDatabase.text(store.source, "select count(*) from domain_event_entry"))
                .isEqualTo("2");
    }

    @Test
    void a_transaction_has_its_id_before_it_draws_a_position() {
        String sql =
                EventInsert.SQL.replace("?::bigint[]", "'{0,1}'::bigint[]").replace("?::text[]", "'{a,b}'::text[]");
        String plan = TestDatabase.text(store.source, "explain (verbose) " + sql);

        assertThat(plan)
                .containsSubsequence("Function Scan", "Output: pg_current_xact_id()", "nextval(", "sequence_number");
    }

    @Test
    void an_event_that_is_committed_late_is_still_delivered_however_old_its_time() throws Exception {
        Instant longAgo = Instant.parse("2001-01-01T00:00:00Z");
        try (Connection slow = store.source.getConnection()) {
            slow.setAutoCommit(false);
            store.appendOn(slow, List.of(TestStore.event("quota_slow", 0, longAgo)));
            storage.appendEvents(List.of(TestStore.event("quota_fast", 0, longAgo)));

            EventSource.Page before = storage.after(Positions.START, 100);
            assertThat(streams(before)).containsExactly("quota_fast");
            assertThat(before.after().getGaps()).containsExactly(1L);
            // However often readers look meanwhile, the gap is not given up.
            EventSource.Page idle = storage.after(before.after(), 100);
            assertThat(storage.after(idle.after(), 100).after().getGaps()).containsExactly(1L);
            slow.commit();

            EventSource.Page after = storage.after(idle.after(), 100);
            assertThat(streams(after)).containsExactly("quota_slow");
            assertThat(after.after()).isEqualTo(GapAwareTrackingToken.newInstance(2, List.of()));
            slow.setAutoCommit(true);
        }
    }

    /** The newest transaction that has ended is older than one that still runs and has drawn a lower position. */
    @Test
    void a_gap_of_a_younger_transaction_is_not_given_up() throws Exception {
        try (Connection older = store.source.getConnection();
                Connection younger = store.source.getConnection()) {
            older.setAutoCommit(false);
            younger.setAutoCommit(false);
            older.createStatement().execute("select pg_current_xact_id()");
            store.appendOn(younger, TestStore.events("quota_young", 0, 0));
            store.appendOn(older, TestStore.events("quota_old", 0, 0));
            older.commit();
            GapAwareTrackingToken token = storage.after(Positions.START, 100).after();
            for (int i = 0; i < 5; i++) {
                token = storage.after(token, 100).after();
            }
            assertThat(token.getGaps()).containsExactly(1L);
            younger.commit();

            assertThat(streams(storage.after(token, 100))).containsExactly("quota_young");
            older.setAutoCommit(true);
            younger.setAutoCommit(true);
        }
    }

    @Test
    void a_gap_is_forgotten_once_its_transaction_was_rolled_back_and_not_before() throws Exception {
        try (Connection slow = store.source.getConnection()) {
            slow.setAutoCommit(false);
            store.appendOn(slow, TestStore.events("quota_slow", 0, 2));
            storage.appendEvents(TestStore.events("quota_fast", 0, 0));
            GapAwareTrackingToken token = storage.after(Positions.START, 100).after();
            assertThat(token.getGaps()).containsExactly(1L, 2L, 3L);

            slow.rollback();
            slow.setAutoCommit(true);

            storage.after(token, 100);
            storage.after(token, 100);
            assertThat(storage.after(token, 100).after().getGaps()).isEmpty();
            // A reader from the beginning does not take the old holes for gaps.
            assertThat(storage.after(Positions.START, 100).after().getGaps()).isEmpty();
        }
    }

    @Test
    void the_head_remembers_what_may_still_come_below_it() throws Exception {
        try (Connection slow = store.source.getConnection()) {
            slow.setAutoCommit(false);
            store.appendOn(slow, TestStore.events("quota_slow", 0, 0));
            storage.appendEvents(TestStore.events("quota_fast", 0, 1));

            GapAwareTrackingToken head = Positions.of(storage.createHeadToken());
            assertThat(head).isEqualTo(GapAwareTrackingToken.newInstance(3, List.of(1L)));
            slow.commit();
            slow.setAutoCommit(true);

            assertThat(streams(storage.after(head, 10))).containsExactly("quota_slow");
            assertThat(storage.createHeadToken()).isEqualTo(GapAwareTrackingToken.newInstance(3, List.of()));
        }
    }

    private static List<String> streams(EventSource.Page page) {
        return page.events().stream().map(row -> row.data().stream()).toList();
    }
}
