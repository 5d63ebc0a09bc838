package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.EventMessage;
import org.axonframework.eventsourcing.eventstore.EventStoreException;
import org.axonframework.modelling.command.ConcurrencyException;
import org.junit.jupiter.api.Test;

class AppendQueueTest {
    private final ConcurrentLinkedQueue<List<String>> writes = new ConcurrentLinkedQueue<>();
    private final Set<String> poisonous = ConcurrentHashMap.newKeySet();
    private final AtomicInteger forgotten = new AtomicInteger();
    private volatile String state = "23505";
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private final AppendQueue queue = new AppendQueue(
            this::write,
            (failure, event) -> failure.getSQLState().startsWith("08")
                    ? new EventStoreException("gone", failure)
                    : new ConcurrencyException("taken", failure));

    AppendQueueTest() {
        queue.onLoss(forgotten::incrementAndGet);
    }

    private void write(List<? extends EventMessage<?>> events) throws SQLException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        List<String> streams = new ArrayList<>();
        for (EventMessage<?> event : events) {
            streams.add(((DomainEventMessage<?>) event).getAggregateIdentifier());
        }
        if (streams.stream().anyMatch(poisonous::contains)) {
            throw new SQLException("no", state);
        }
        writes.add(streams);
    }

    private AppendQueue.Entry add(String stream) {
        return queue.add(TestStore.events(stream, 0, 0), queue.begin());
    }

    @Test
    void what_waits_is_written_together_in_order_by_whoever_comes_first() {
        AppendQueue.Entry a = add("a");
        AppendQueue.Entry b = add("b");
        AppendQueue.Entry c = add("c");

        queue.flush(b);
        queue.flush(a);
        queue.flush(c);

        assertThat(writes).containsExactly(List.of("a", "b", "c"));
    }

    @Test
    void while_one_writes_the_others_gather() throws Exception {
        gate = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            AppendQueue.Entry first = add("first");
            Future<?> leader = threads.submit(() -> queue.flush(first));
            List<Future<?>> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                AppendQueue.Entry entry = add("s" + i);
                others.add(threads.submit(() -> queue.flush(entry)));
            }
            gate.countDown();
            leader.get();
            for (Future<?> other : others) {
                other.get();
            }
        }
        assertThat(writes.stream().mapToInt(List::size).sum()).isEqualTo(21);
        assertThat(writes).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void what_was_decided_after_a_lost_append_is_lost_too_and_what_came_before_is_kept() {
        poisonous.add("b");
        long since = queue.begin();
        AppendQueue.Entry a = add("a");
        AppendQueue.Entry b = add("b");
        AppendQueue.Entry c = add("c");

        queue.flush(a);
        assertThatThrownBy(() -> queue.flush(b))
                .isInstanceOf(ConcurrencyException.class)
                .hasMessage("taken");
        assertThatThrownBy(() -> queue.flush(c))
                .isInstanceOf(ConcurrencyException.class)
                .hasMessageContaining("before this one");

        assertThat(writes).containsExactly(List.of("a"));
        assertThat(forgotten).hasValue(1);
        // A decision that began before the loss may have seen what was lost.
        assertThatThrownBy(() -> queue.add(TestStore.events("d", 0, 0), since))
                .isInstanceOf(ConcurrencyException.class);
        assertThatThrownBy(() -> queue.flushAll(since)).isInstanceOf(ConcurrencyException.class);
        queue.flush(add("d"));
        queue.flushAll(queue.begin());
    }

    @Test
    void nothing_is_tried_one_by_one_while_the_database_is_gone() {
        poisonous.add("b");
        state = "08006";
        AppendQueue.Entry a = add("a");
        AppendQueue.Entry b = add("b");

        assertThatThrownBy(() -> queue.flush(a)).isInstanceOf(EventStoreException.class);
        assertThatThrownBy(() -> queue.flush(b)).isInstanceOf(EventStoreException.class);
        assertThat(writes).isEmpty();
    }

    @Test
    void a_stream_is_read_only_once_its_events_are_there() {
        add("a");

        queue.awaitReadable("other");
        assertThat(writes).isEmpty();
        queue.awaitReadable("a");
        assertThat(writes).containsExactly(List.of("a"));
        queue.awaitReadable("a");
    }

    @Test
    void a_decision_that_appends_nothing_waits_for_what_it_may_have_seen() {
        add("a");

        queue.flushAll(queue.begin());

        assertThat(writes).containsExactly(List.of("a"));
    }
}
