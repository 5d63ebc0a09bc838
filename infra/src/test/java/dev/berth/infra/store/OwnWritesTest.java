package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.node.NodeEvent;
import dev.berth.api.quota.QuotaEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OwnWritesTest {
    private static final String SESSION = "tok_1";

    private final OwnWrites writes = new OwnWrites(Duration.ofMillis(150));
    private final OwnWrites.Reader quotas = writes.register("quotas", List.of(QuotaEvent.class));
    private final OwnWrites.Reader feed = writes.register("feed", List.of(QuotaEvent.class, NodeEvent.class));
    private final OwnWrites.Reader nodes = writes.register("nodes", List.of(NodeEvent.class));

    private WriteTicket append(String stream, long from, long to) {
        WriteTicket ticket = writes.open();
        try {
            writes.expect(TestStore.events(stream, from, to));
            return ticket;
        } finally {
            writes.close();
        }
    }

    @Test
    void it_waits_for_the_last_event_at_every_reader_that_shows_it() throws Exception {
        WriteTicket ticket = append("quota_a", 3, 5);
        CompletableFuture<Boolean> shown = CompletableFuture.supplyAsync(() -> ticket.await(Long.MAX_VALUE));
        quotas.applied("quota_a", 5);
        feed.applied("quota_a", 4);
        feed.applied("quota_b", 9);
        nodes.applied("quota_a", 5);
        assertThat(shown).isNotDone();

        feed.applied("quota_a", 7);

        assertThat(shown.get(5, TimeUnit.SECONDS)).isTrue();
        assertThat(quotas.waiting).isEmpty();
        assertThat(feed.waiting).isEmpty();
    }

    @Test
    void a_reader_that_is_faster_than_the_wait_is_not_missed() {
        WriteTicket ticket = append("quota_a", 0, 0);
        quotas.applied("quota_a", 0);
        feed.applied("quota_a", 0);

        assertThat(writes.await(ticket, SESSION)).isTrue();
        assertThat(writes.awaitSession(SESSION)).isTrue();
        assertThat(writes.sessionsBehind()).isZero();
    }

    @Test
    void several_calls_wait_for_their_own_places_in_one_stream() {
        WriteTicket first = append("quota_a", 1, 1);
        WriteTicket second = append("quota_a", 2, 2);
        WriteTicket third = append("quota_a", 3, 3);
        quotas.applied("quota_a", 2);
        feed.applied("quota_a", 2);

        assertThat(writes.await(first, SESSION)).isTrue();
        assertThat(writes.await(second, SESSION)).isTrue();
        assertThat(writes.await(third, SESSION)).isFalse();
    }

    @Test
    void reads_of_a_session_wait_for_what_was_behind_and_other_sessions_do_not() {
        WriteTicket ticket = append("quota_a", 0, 0);
        quotas.applied("quota_a", 0);
        assertThat(writes.await(ticket, SESSION)).isFalse();

        assertThat(writes.awaitSession("tok_2")).isTrue();
        assertThat(writes.awaitSession(SESSION)).isFalse();
        feed.applied("quota_a", 0);
        assertThat(writes.awaitSession(SESSION)).isTrue();
        assertThat(writes.sessionsBehind()).isZero();
    }

    @Test
    void nobody_waits_for_a_reader_that_was_taken_away_or_for_what_was_rolled_back() {
        WriteTicket ticket = append("quota_a", 0, 0);
        feed.close();
        quotas.applied("quota_a", 0);
        assertThat(writes.await(ticket, SESSION)).isTrue();

        WriteTicket undone = append("quota_a", 1, 1);
        undone.cancel();
        assertThat(writes.await(undone, SESSION)).isTrue();
        assertThat(quotas.waiting).isEmpty();
    }

    @Test
    void what_was_answered_at_once_is_waited_for_by_the_reads_of_its_tenant_alone() throws Exception {
        AtomicInteger hurries = new AtomicInteger();
        writes.onWait(hurries::incrementAndGet);
        WriteTicket first = append("quota_a", 0, 0);
        assertThat(writes.answered(first, "acme", SESSION)).isTrue();
        WriteTicket second = append("quota_a", 1, 1);
        assertThat(writes.answered(second, "acme", SESSION)).isTrue();
        quotas.applied("quota_a", 1);
        feed.applied("quota_a", 0);

        assertThat(hurries).hasValue(0);
        assertThat(writes.awaitTenant("globex", SESSION)).isTrue();
        assertThat(writes.awaitTenant("acme", SESSION)).isFalse();
        assertThat(writes.awaitTenant("acme", "tok_2")).isTrue();
        assertThat(hurries).hasPositiveValue();
        // Its oldest write is past the patience by now, so a further answer says that it can't be read yet.
        assertThat(writes.answered(append("quota_a", 2, 2), "acme", SESSION)).isFalse();

        quotas.applied("quota_a", 2);
        feed.applied("quota_a", 2);
        assertThat(writes.awaitTenant("acme", SESSION)).isTrue();
        assertThat(writes.answered(append("quota_a", 3, 3), "acme", SESSION)).isTrue();
    }

    @Test
    void what_is_shown_before_it_is_answered_is_not_waited_for() {
        WriteTicket ticket = append("quota_a", 0, 0);
        quotas.applied("quota_a", 0);
        feed.applied("quota_a", 0);

        assertThat(writes.answered(ticket, "acme", SESSION)).isTrue();
        assertThat(writes.awaitTenant("acme", SESSION)).isTrue();
    }

    @Test
    void an_answer_waits_for_its_readers_and_says_when_they_are_behind() {
        try (TestStore store = TestStore.fresh()) {
            store.handler(new CommandDispatcherTest.Handlers(store.tallies()));
            OwnWrites.Reader reader = store.ownWrites.register("quotas", List.of(QuotaEvent.class));
            CommandDispatcherTest.Begin begin = new CommandDispatcherTest.Begin("quota_a", 1);
            assertThat(store.dispatcher
                            .dispatchAndWait(begin, TestStore.context())
                            .behind())
                    .isTrue();
            assertThat(store.ownWrites.awaitSession(SESSION)).isFalse();

            reader.applied("quota_a", 0);

            assertThat(store.ownWrites.awaitSession(SESSION)).isTrue();
            // What appends nothing is behind nobody.
            assertThat(store.dispatcher
                            .dispatchAndWait(begin, TestStore.context())
                            .behind())
                    .isFalse();
        }
    }
}
