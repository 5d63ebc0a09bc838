package dev.berth.infra.directory;

import static dev.berth.infra.directory.History.POOL;
import static dev.berth.infra.directory.History.shape;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.MachineShape;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PlacementPassTest {
    private static final Duration NEVER = Duration.ofDays(1);

    private final History history = new History();
    private final List<String> tried = Collections.synchronizedList(new ArrayList<>());

    @Test
    void whoIsOldestIsPlacedFirstUntilNothingFits() throws Exception {
        for (int i = 0; i < 20; i++) {
            history.waits("inst_" + (char) ('z' - i), shape(2));
        }
        history.node("node_1", 10, 100, 1_000, 0);
        try (PlacementPass pass = new PlacementPass(history.directories, this::place, NEVER)) {
            pass.serve(POOL);
        }
        assertThat(tried).containsExactly("inst_z", "inst_y", "inst_x", "inst_w", "inst_v");
        assertThat(history.directories.sizes()).containsEntry("waiting", 15);
    }

    @Test
    void whatDoesNotFitIsPassedOver() throws Exception {
        history.waits("inst_a", shape(8));
        history.waits("inst_b", shape(2));
        history.waits("inst_c", shape(8));
        history.waits("inst_d", shape(1));
        history.node("node_1", 4, 100, 1_000, 0);
        try (PlacementPass pass = new PlacementPass(history.directories, this::place, NEVER)) {
            pass.serve(POOL);
        }
        assertThat(tried).containsExactly("inst_b", "inst_d");
    }

    @Test
    void nobodyIsTriedWithoutRoom() throws Exception {
        history.waits("inst_a", shape(8));
        history.node("node_1", 4, 100, 1_000, 0);
        try (PlacementPass pass = new PlacementPass(history.directories, this::place, NEVER)) {
            pass.serve(POOL);
        }
        assertThat(tried).isEmpty();
    }

    @Test
    void oneWhoFailsDoesNotHoldUpTheOthers() throws Exception {
        history.waits("inst_a", shape(1));
        history.waits("inst_b", shape(1));
        history.node("node_1", 4, 100, 1_000, 0);
        try (PlacementPass pass = new PlacementPass(
                history.directories,
                id -> {
                    if (id.equals("inst_a")) {
                        throw new IllegalStateException("a race was lost too often");
                    }
                    place(id);
                },
                NEVER)) {
            pass.serve(POOL);
        }
        assertThat(tried).containsExactly("inst_b");
    }

    @Test
    void everybodyWhoWaitsIsTriedNowAndThen() throws Exception {
        history.node("node_1", 4, 100, 1_000, 0);
        history.waits("inst_a", shape(1));
        CountDownLatch placed = new CountDownLatch(1);
        try (PlacementPass pass = new PlacementPass(
                history.directories,
                id -> {
                    place(id);
                    placed.countDown();
                },
                Duration.ofMillis(20))) {
            pass.start();
            assertThat(placed.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Each that waits is tried at most once, whatever the number of passes: the work grows with the numbers only. */
    @Test
    void fiveThousandWaitAndOneNodeIsAdded() throws Exception {
        for (int i = 0; i < 5_000; i++) {
            history.waits("inst_%04d".formatted(i), shape(1));
        }
        CountDownLatch placed = new CountDownLatch(3_000);
        try (PlacementPass pass = new PlacementPass(
                history.directories,
                id -> {
                    place(id);
                    placed.countDown();
                },
                NEVER)) {
            history.node("node_1", 3_000, 100_000, 1_000_000, 0);
            long start = System.nanoTime();
            pass.start();
            assertThat(placed.await(20, TimeUnit.SECONDS)).isTrue();
            System.out.printf("Placed 3,000 of 5,000 in %d ms%n", (System.nanoTime() - start) / 1_000_000);
        }
        assertThat(tried)
                .isEqualTo(IntStream.range(0, 3_000)
                        .mapToObj("inst_%04d"::formatted)
                        .toList());
        assertThat(history.directories.sizes()).containsEntry("waiting", 2_000);
    }

    private void place(String id) {
        tried.add(id);
        MachineShape shape =
                history.directories.waiting().find(id).orElseThrow().shape();
        String node = history.directories.nodeRoom().candidates(POOL, shape, 1).getFirst();
        history.placed(id, node, shape);
    }
}
