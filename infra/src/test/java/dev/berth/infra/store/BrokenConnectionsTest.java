package dev.berth.infra.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.berth.api.Affected;
import dev.berth.api.ErrorCode;
import dev.berth.api.Outcome;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.axonframework.eventhandling.DomainEventMessage;
import org.junit.jupiter.api.Test;

/** The database ends sessions at random while commands are carried out. */
class BrokenConnectionsTest {
    private static final int CLIENTS = 12;
    private static final int CALLS = 40;
    private static final int BREAKS = 200;
    private static final long LIMIT = 400;

    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();
    private final Set<ErrorCode> refusals = ConcurrentHashMap.newKeySet();

    @Test
    void what_was_acknowledged_is_there_once_and_the_limit_holds() throws Exception {
        HikariDataSource source = TestDatabase.fresh(8);
        try (TestStore store = new TestStore(source, true)) {
            store.handler(new CommandDispatcherTest.Handlers(store.tallies()));
            store.dispatcher.dispatch(new CommandDispatcherTest.Begin("quota_a", LIMIT), TestStore.context());
            try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS + 1)) {
                List<? extends Future<?>> clients = IntStream.range(0, CLIENTS)
                        .mapToObj(client -> threads.submit(() -> calls(store, client)))
                        .toList();
                Future<?> breaker = threads.submit(() -> breakConnections(store, clients));
                for (Future<?> client : clients) {
                    client.get();
                }
                breaker.get();
            }
            List<? extends DomainEventMessage<?>> stream =
                    store.storage.readEvents("quota_a", 0).asStream().toList();
            Set<String> stored = new HashSet<>(List.of(
                    TestDatabase.text(source, "select payload->>'holderId' from event where name = 'quota.charged'")
                            .split("\n")));
            assertThat(stored)
                    .containsAll(acknowledged)
                    .hasSize(stream.size() - 1)
                    .hasSizeLessThanOrEqualTo((int) LIMIT);
            stored.removeAll(acknowledged);
            assertThat(unknown).containsAll(stored);
            assertThat(stream.getLast().getSequenceNumber()).isEqualTo(stream.size() - 1L);
            assertThat(refusals).isSubsetOf(ErrorCode.QUOTA_EXCEEDED, ErrorCode.UNAVAILABLE);
            assertThat(acknowledged).isNotEmpty();
        }
    }

    private void calls(TestStore store, int client) {
        for (int i = 0; i < CALLS; i++) {
            String holder = client + "/" + i;
            Outcome<Affected> outcome =
                    store.dispatcher.dispatch(new CommandDispatcherTest.Count("quota_a", holder), TestStore.context());
            switch (outcome) {
                case Outcome.Done<Affected> done -> acknowledged.add(holder);
                case Outcome.Refused<Affected>(var problem) -> {
                    refusals.add(problem.code());
                    if (problem.code() == ErrorCode.UNAVAILABLE) {
                        unknown.add(holder);
                    }
                }
            }
        }
    }

    private static void breakConnections(TestStore store, List<? extends Future<?>> clients) {
        for (int i = 0; i < BREAKS && !clients.stream().allMatch(Future::isDone); i++) {
            try {
                TestDatabase.text(
                        store.source,
                        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and query"
                                + " like 'insert into domain_event_entry%' order by random() limit 1");
            } catch (IllegalStateException e) {
                // Its own session may be among those that were ended before.
                Thread.onSpinWait();
            }
        }
    }
}
