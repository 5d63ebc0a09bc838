package dev.berth.infra.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.sagas.Step;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StepRowsTest {
    private static final Duration LEASE = Duration.ofSeconds(30);

    private final QueueDatabase database = QueueDatabase.empty();
    private final StepRows rows = new StepRows(database.jdbc);
    private PostgresStepQueue queue;

    @BeforeEach
    void queue() {
        queue = new PostgresStepQueue(database.jdbc, database.json, new Wakeups());
    }

    private static Step step(String id, String host, long wanted) {
        return new Step(id, "instance", host, "provision", wanted);
    }

    private List<StepRow> take(String owner) {
        return rows.take(owner, Map.of(), 16, LEASE);
    }

    private StepRow takeOne() {
        List<StepRow> taken = take("me");
        assertThat(taken).hasSize(1);
        return taken.getFirst();
    }

    @Test
    void aResourceHasOneRowWithTheNewestStep() {
        queue.want(step("a", "h1", 2));
        queue.want(step("a", "h2", 4));
        queue.want(step("a", "h1", 3));
        assertThat(rows.depth()).isEqualTo(1);
        StepRow row = takeOne();
        assertThat(row.wanted()).isEqualTo(4);
        assertThat(row.host()).isEqualTo("h2");
    }

    @Test
    void aStepWithoutAHostIsTakenToo() {
        queue.want(step("a", null, 2));
        assertThat(takeOne().host()).isEmpty();
    }

    @Test
    void whatIsTakenIsNotTakenAgain() {
        queue.want(step("a", "h", 1));
        takeOne();
        assertThat(take("other")).isEmpty();
    }

    @Test
    void doneDeletesTheRow() {
        queue.want(step("a", "h", 1));
        assertThat(rows.done(List.of(takeOne()))).isTrue();
        assertThat(rows.depth()).isZero();
    }

    @Test
    void whatIsWantedDuringTheWorkIsTakenAfterIt() {
        queue.want(step("a", "h", 1));
        StepRow row = takeOne();
        queue.want(step("a", "h", 2));
        assertThat(take("other")).isEmpty();
        assertThat(rows.done(List.of(row))).isFalse();
        assertThat(takeOne().wanted()).isEqualTo(2);
    }

    @Test
    void aRecheckWakesARowAndMakesNone() {
        queue.recheck("a", 3);
        assertThat(rows.depth()).isZero();
        queue.want(step("a", "h", 1));
        rows.backOff(takeOne(), Duration.ofHours(1), "it failed");
        assertThat(take("me")).isEmpty();
        queue.recheck("a", 3);
        StepRow row = takeOne();
        assertThat(row.wanted()).isEqualTo(3);
        assertThat(row.attempts()).isZero();
    }

    @Test
    void aFailureWaitsAndIsCountedUntilSomethingElseIsWanted() {
        queue.want(step("a", "h", 1));
        rows.backOff(takeOne(), Duration.ZERO, "it failed");
        StepRow second = takeOne();
        assertThat(second.attempts()).isEqualTo(1);
        rows.backOff(second, Duration.ofHours(1), "it failed");
        assertThat(take("me")).isEmpty();
        queue.want(step("a", "h", 1));
        assertThat(take("me")).isEmpty();
        queue.want(step("a", "h", 2));
        assertThat(takeOne().attempts()).isZero();
    }

    @Test
    void aFailureOfSomethingThatIsNoLongerWantedDoesNotWait() {
        queue.want(step("a", "h", 1));
        StepRow row = takeOne();
        queue.want(step("a", "h", 2));
        rows.backOff(row, Duration.ofHours(1), "it failed");
        assertThat(takeOne().attempts()).isZero();
    }

    @Test
    void fencesGrowAlsoWhenTheRowIsMadeAnew() {
        queue.want(step("a", "h", 1));
        StepRow first = takeOne();
        rows.done(List.of(first));
        queue.want(step("a", "h", 2));
        StepRow second = takeOne();
        assertThat(second.fence()).isGreaterThan(first.fence());
        rows.raiseFences(second.fence() + 1000);
        assertThat(rows.nextFence()).isGreaterThan(second.fence() + 1000);
    }

    @Test
    void aLeaseEndsAndItsFormerHolderChangesNothing() {
        queue.want(step("a", "h", 1));
        StepRow late = rows.take("slow", Map.of(), 16, Duration.ofMillis(1)).getFirst();
        database.endLeases();
        StepRow row = takeOne();
        assertThat(row.fence()).isGreaterThan(late.fence());
        assertThat(rows.done(List.of(late))).isFalse();
        assertThat(rows.free(late)).isFalse();
        rows.backOff(late, Duration.ZERO, "too late");
        assertThat(take("other")).isEmpty();
        assertThat(rows.done(List.of(row))).isTrue();
    }

    @Test
    void aHostThatIsBusyLeavesRoomForOthers() {
        for (int i = 0; i < 10; i++) {
            queue.want(step("slow-" + i, "slow", 1));
        }
        queue.want(step("quick", "quick", 1));
        List<StepRow> taken = rows.take("me", Map.of("slow", 3), 4, LEASE);
        assertThat(taken).hasSize(2);
        assertThat(taken).filteredOn(row -> row.host().equals("slow")).hasSize(1);
        assertThat(taken).filteredOn(row -> row.host().equals("quick")).hasSize(1);
    }

    @Test
    void leasesAreGivenBackAtAStop() {
        queue.want(step("a", "h", 1));
        takeOne();
        assertThat(rows.release("me")).isEqualTo(1);
        assertThat(take("other")).hasSize(1);
    }

    @Test
    void whatWaitsForAHostHurriesWhenItIsBack() {
        queue.want(step("a", "h", 1));
        rows.backOff(takeOne(), Duration.ofHours(1), "it was silent");
        assertThat(rows.hurry("h")).isEqualTo(1);
        assertThat(take("me")).hasSize(1);
    }

    @Test
    void twoThatTakeAtOnceNeverTakeTheSame() throws Exception {
        int steps = 500;
        for (int i = 0; i < steps; i++) {
            queue.want(step("r" + i, "h" + i % 5, 1));
        }
        Set<String> seen = ConcurrentHashMap.newKeySet();
        Set<String> twice = ConcurrentHashMap.newKeySet();
        try (ExecutorService racing = Executors.newFixedThreadPool(4)) {
            Callable<Void> racer = () -> {
                List<StepRow> taken;
                do {
                    taken = rows.take(Thread.currentThread().getName(), Map.of(), 3, LEASE);
                    taken.forEach(row -> {
                        if (!seen.add(row.resourceId())) {
                            twice.add(row.resourceId());
                        }
                    });
                } while (!taken.isEmpty() || seen.size() < steps);
                return null;
            };
            for (var racing1 : racing.invokeAll(List.of(racer, racer, racer, racer))) {
                racing1.get();
            }
        }
        assertThat(twice).isEmpty();
        assertThat(seen).hasSize(steps);
    }

    @Test
    void whatATransactionWantsIsThereWhenItCommits() {
        database.transactions.executeWithoutResult(status -> {
            queue.want(step("a", "h", 1));
            status.setRollbackOnly();
        });
        assertThat(rows.depth()).isZero();
        assertThat(new HashSet<>(rows.present(List.of("a")))).isEmpty();
    }

    @Test
    void theOldestDueStepIsKnown() {
        assertThat(rows.oldestDueSeconds()).isZero();
        queue.want(step("a", "h", 1));
        database.jdbc.update("update step_queue set due_at = now() - interval '9 seconds'");
        assertThat(rows.oldestDueSeconds()).isBetween(9.0, 60.0);
    }
}
