package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventhandling.TrackedEventMessage;
import org.axonframework.eventhandling.TrackingEventStream;
import org.axonframework.eventhandling.TrackingToken;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TailingEventStoreTest {
    private static final int WRITERS = 8;
    private static final int ROUNDS = 60;

    private final TestStore store = TestStore.fresh();

    @AfterEach
    void close() {
        store.close();
    }

    /** Writers that commit, roll back and dawdle at random; readers that begin and resume at random. */
    @Test
    void every_reader_gets_every_event_once_and_each_stream_in_order() throws Exception {
        CountDownLatch written = new CountDownLatch(WRITERS);
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<Integer>> writers = new ArrayList<>();
            for (int i = 0; i < WRITERS; i++) {
                writers.add(threads.submit(writer(i, written)));
            }
            List<Future<List<TrackedEventMessage<?>>>> readers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                readers.add(threads.submit(reader(i, written)));
            }
            int expected = 0;
            for (Future<Integer> writer : writers) {
                expected += writer.get();
            }
            String stored = TestDatabase.text(store.source, "select count(*) from domain_event_entry");
            assertThat(stored).isEqualTo(String.valueOf(expected));
            for (Future<List<TrackedEventMessage<?>>> reader : readers) {
                List<TrackedEventMessage<?>> got = reader.get();
                assertEachStreamInOrder(got);
                assertThat(got.size()).isEqualTo(expected);
            }
            assertThat(store.head.position())
                    .isEqualTo(Long.parseLong(
                            TestDatabase.text(store.source, "select max(global_index) from domain_event_entry")));
        }
    }

    private Callable<Integer> writer(int number, CountDownLatch written) {
        return () -> {
            Random random = new Random(number);
            Map<String, Long> next = new HashMap<>();
            int count = 0;
            try (Connection connection = store.source.getConnection()) {
                for (int round = 0; round < ROUNDS; round++) {
                    String stream = "quota_" + number + "_" + random.nextInt(3);
                    long from = next.getOrDefault(stream, 0L);
                    int size = 1 + random.nextInt(5);
                    boolean slow = random.nextInt(10) == 0;
                    boolean lost = random.nextInt(5) == 0;
                    connection.setAutoCommit(false);
                    store.appendOn(connection, TestStore.events(stream, from, from + size - 1));
                    if (slow) {
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(random.nextInt(60)));
                    }
                    if (lost) {
                        connection.rollback();
                    } else {
                        connection.commit();
                        next.put(stream, from + size);
                        count += size;
                    }
                    connection.setAutoCommit(true);
                    store.events.afterCommit(List.of());
                }
            } finally {
                written.countDown();
            }
            return count;
        };
    }

    private Callable<List<TrackedEventMessage<?>>> reader(int number, CountDownLatch written) {
        return () -> {
            Random random = new Random(100 + number);
            List<TrackedEventMessage<?>> got = new ArrayList<>();
            TrackingToken token = null;
            boolean more = true;
            while (more) {
                try (TrackingEventStream stream = store.events.openStream(token)) {
                    int until = got.size() + 1 + random.nextInt(200);
                    while (got.size() < until && (more = available(stream, written))) {
                        TrackedEventMessage<?> event = stream.nextAvailable();
                        got.add(event);
                        token = copy(event.trackingToken());
                    }
                }
            }
            return got;
        };
    }

    /** As it is after it was stored and read again. */
    private @Nullable TrackingToken copy(TrackingToken token) {
        return store.serializer.deserialize(store.serializer.serialize(token, String.class));
    }

    private static boolean available(TrackingEventStream stream, CountDownLatch written) throws InterruptedException {
        while (!stream.hasNextAvailable(100, TimeUnit.MILLISECONDS)) {
            if (written.getCount() == 0 && !stream.hasNextAvailable(1, TimeUnit.SECONDS)) {
                return false;
            }
        }
        return true;
    }

    private static void assertEachStreamInOrder(List<TrackedEventMessage<?>> got) {
        Map<String, Long> next = new HashMap<>();
        for (TrackedEventMessage<?> message : got) {
            DomainEventMessage<?> event = (DomainEventMessage<?>) message;
            assertThat(event.getSequenceNumber()).isEqualTo(next.getOrDefault(event.getAggregateIdentifier(), 0L));
            next.put(event.getAggregateIdentifier(), event.getSequenceNumber() + 1);
        }
    }

    @Test
    void an_append_reaches_a_waiting_reader_at_once() throws Exception {
        try (TrackingEventStream stream = store.events.openStream(null)) {
            CountDownLatch called = new CountDownLatch(1);
            assertThat(stream.hasNextAvailable(0, TimeUnit.MILLISECONDS)).isFalse();
            assertThat(stream.setOnAvailableCallback(called::countDown)).isTrue();

            long start = System.nanoTime();
            store.events.publish(TestStore.events("quota_a", 0, 0));

            assertThat(called.await(5, TimeUnit.SECONDS)).isTrue();
            assertThat(stream.hasNextAvailable()).isTrue();
            // The poll alone would need a quarter of a second.
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.MILLISECONDS.toNanos(200));
        }
    }

    @Test
    void a_reader_goes_on_past_a_transaction_that_stays_open() throws Exception {
        try (Connection slow = store.source.getConnection();
                TrackingEventStream stream = store.events.openStream(null)) {
            assertThat(stream.hasNextAvailable(0, TimeUnit.MILLISECONDS)).isFalse();
            slow.setAutoCommit(false);
            store.appendOn(slow, TestStore.events("quota_slow", 0, 0));
            store.events.publish(TestStore.events("quota_fast", 0, 0));

            assertThat(stream.hasNextAvailable(5, TimeUnit.SECONDS)).isTrue();
            assertThat(((DomainEventMessage<?>) stream.nextAvailable()).getAggregateIdentifier())
                    .isEqualTo("quota_fast");
            assertThat(store.events.gaps()).isOne();
            slow.commit();
            slow.setAutoCommit(true);

            assertThat(stream.hasNextAvailable(5, TimeUnit.SECONDS)).isTrue();
            assertThat(((DomainEventMessage<?>) stream.nextAvailable()).getAggregateIdentifier())
                    .isEqualTo("quota_slow");
            assertThat(store.events.gaps()).isZero();
        }
    }

    @Test
    void what_can_not_be_read_stops_its_readers_with_an_error_and_nothing_is_passed_over() throws Exception {
        store.events.publish(TestStore.events("quota_a", 0, 0));
        TestDatabase.execute(
                store.source,
                "insert into domain_event_entry (sequence_number, time_stamp, aggregate_identifier, type,"
                        + " event_identifier, payload_type, payload_revision, payload, meta_data)"
                        + " values (0, now(), 'x', 'x', 'x', 'quota.imagined', '1', '{}', '{}')");
        store.events.publish(TestStore.events("quota_b", 0, 0));

        try (TrackingEventStream stream = store.events.openStream(null)) {
            stream.nextAvailable();
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> stream.hasNextAvailable(1, TimeUnit.SECONDS))
                        .isInstanceOf(UnreadableStoredType.class)
                        .hasMessageContaining("quota.imagined");
            }
            TestDatabase.execute(
                    store.source,
                    "update domain_event_entry set payload_type = 'quota.refunded', payload ="
                            + " '{\"quotaId\":\"x\",\"tenantId\":\"t\",\"poolId\":\"p\",\"holderId\":\"h\"}'"
                            + " where aggregate_identifier = 'x'");
            assertThat(((DomainEventMessage<?>) stream.nextAvailable()).getAggregateIdentifier())
                    .isEqualTo("x");
            assertThat(((DomainEventMessage<?>) stream.nextAvailable()).getAggregateIdentifier())
                    .isEqualTo("quota_b");
        }
    }

    @Test
    void a_reader_that_is_left_behind_reads_by_itself_until_it_has_caught_up() throws Exception {
        try (TrackingEventStream quick = store.events.openStream(null);
                TrackingEventStream late = store.events.openStream(null)) {
            assertThat(quick.hasNextAvailable(0, TimeUnit.MILLISECONDS)).isFalse();
            assertThat(late.hasNextAvailable(0, TimeUnit.MILLISECONDS)).isFalse();
            int all = 12_000;
            for (int from = 0; from < all; from += 1_000) {
                store.events.publish(TestStore.events("quota_a", from, from + 999));
                for (int i = 0; i < 1_000; i++) {
                    quick.nextAvailable();
                }
            }
            for (long i = 0; i < all; i++) {
                assertThat(((DomainEventMessage<?>) late.nextAvailable()).getSequenceNumber())
                        .isEqualTo(i);
            }
            assertThat(late.hasNextAvailable(0, TimeUnit.MILLISECONDS)).isFalse();
        }
    }
}
