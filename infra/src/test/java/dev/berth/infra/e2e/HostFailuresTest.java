package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiConsumer;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What becomes of instances when their hosts fail, hang, forget, fall silent, come back, or are taken away. */
class HostFailuresTest {
    private static final int DEADLINE_MS = 400;
    private static final List<String> OPERATIONS = List.of("provision", "start", "stop", "resize", "destroy");

    private static BerthServer server;
    private static HostDoors doors;

    private Api ann;
    private HostedPool pool;
    private String node;

    @BeforeAll
    static void start() {
        server = BerthServer.start(
                BerthServer.temporary(),
                "--berth.reconcile.driver-deadline=" + DEADLINE_MS + "ms",
                "--berth.reconcile.backoff=20ms",
                "--berth.reconcile.max-backoff=200ms",
                "--berth.reconcile.health=100ms",
                "--berth.reconcile.pass=200ms",
                "--berth.reconcile.node-timeout=1500ms");
        doors = new HostDoors(server.simulator());
    }

    @AfterAll
    static void stop() {
        double rearmed =
                server.bean(MeterRegistry.class).counter("berth.steps_rearmed").count();
        server.close();
        assertThat(rearmed).isZero();
    }

    @BeforeEach
    void pool() {
        ann = server.newTenant();
        pool = HostedPool.create(ann, 100, 100, 1000);
        pool.range("10.30.0.0/24");
        node = pool.readyNode(100, 100, 1000);
    }

    @ParameterizedTest(name = "every operation with {0}")
    @ValueSource(strings = {"fail", "hang", "dropAnswer", "late"})
    void everyOperationConvergesWhateverItsHostDoes(String effect) {
        everyOperation((cell, operation) -> cell.converges(operation, effect));
    }

    /** What is asked again and again without an answer is seen by its owner, and has not failed. */
    @Test
    void anOperationWithoutAnAnswerIsShownUntilItSucceeds() {
        everyOperation(HostFailuresTest::isShownUntilItSucceeds);
    }

    private void isShownUntilItSucceeds(String operation) {
        String id = ready(operation);
        doors.fault(node, operation, HostDoors.ALWAYS, "hang");
        id = ask(operation, id);
        JsonNode silent = ann.await(
                it -> it.path("conditions").path(0).path("reason").asString("").equals("NoAnswer"),
                "instances.get",
                "instanceId",
                id);
        JsonNode condition = silent.get("conditions").get(0);
        assertThat(condition.get("type").asString()).isEqualTo("Retrying");
        assertThat(condition.get("message").asString()).contains("'" + operation + "'");
        assertThat(condition.get("since")).isEqualTo(silent.get("updatedAt"));
        // More often than an operation may fail.
        Eventually.is(() -> doors.left(node, operation) < HostDoors.ALWAYS - 6);
        assertThat(ann.call("instances.get", "instanceId", id).ok()).isEqualTo(silent);
        doors.clear(node);
        String last = operation.equals("destroy") ? "deleted" : operation.equals("stop") ? "stopped" : "running";
        assertThat(ann.awaitState(id, last).get("conditions")).isEmpty();
        Sums.awaitRight(ann, pool, doors);
    }

    private static void everyOperation(BiConsumer<HostFailuresTest, String> test) {
        List<CompletableFuture<Void>> cells = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String operation : OPERATIONS) {
                cells.add(CompletableFuture.runAsync(
                        () -> {
                            HostFailuresTest cell = new HostFailuresTest();
                            cell.pool();
                            test.accept(cell, operation);
                        },
                        threads));
            }
        }
        SoftAssertions.assertSoftly(all -> {
            for (int i = 0; i < cells.size(); i++) {
                all.assertThat(cells.get(i)).as(OPERATIONS.get(i)).isCompleted();
            }
        });
    }

    private void converges(String operation, String effect) {
        String id = ready(operation);
        int before = id.isEmpty() ? 0 : doors.carriedOut(node, operation, id);
        doors.fault(node, operation, 2, effect, DEADLINE_MS + 100);
        id = ask(operation, id);
        String last = operation.equals("destroy") ? "deleted" : operation.equals("stop") ? "stopped" : "running";
        ann.awaitState(id, last);
        // What was carried out without an answer need not be asked for again.
        assertThat(doors.left(node, operation)).isLessThan(effect.equals("fail") || effect.equals("hang") ? 1 : 2);
        assertThat(doors.carriedOut(node, operation, id) - before).isEqualTo(1);
        // What hung is carried out now: too late to change anything.
        doors.clear(node);
        Sums.awaitRight(ann, pool, doors);
        assertThat(doors.carriedOut(node, operation, id) - before).isEqualTo(1);
        assertThat(state(id)).isEqualTo(last);
    }

    /** An instance that the operation can be asked of; none for one that makes it. */
    private String ready(String operation) {
        return switch (operation) {
            case "provision" -> "";
            case "start", "resize" -> {
                String id = pool.running();
                ann.call("instances.stop", "instanceId", id).ok();
                ann.awaitState(id, "stopped");
                yield id;
            }
            default -> pool.running();
        };
    }

    private String ask(String operation, String id) {
        return switch (operation) {
            case "provision" -> pool.create().ok().get("id").asString();
            case "resize" -> {
                ann.call("instances.resize", "instanceId", id, "flavor", "large")
                        .ok();
                yield call("instances.start", id);
            }
            case "destroy" -> call("instances.delete", id);
            default -> call("instances." + operation, id);
        };
    }

    private String call(String method, String id) {
        return ann.call(method, "instanceId", id).ok().get("id").asString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"provision", "start", "stop", "resize"})
    void fiveFailuresInARowAreAnErrorUntilItIsStartedOrDeleted(String operation) {
        String id = ready(operation);
        doors.fault(node, operation, 5, "fail");
        id = ask(operation, id);
        JsonNode failed = ann.awaitState(id, "error");
        assertThat(doors.left(node, operation)).isZero();
        JsonNode condition = failed.get("conditions").get(0);
        assertThat(condition.get("type").asString()).isEqualTo("Failed");
        assertThat(failed.get("nodeId").asString()).isEqualTo(node);
        assertThat(failed.get("addresses").get(0).get("address").asString()).isEqualTo("10.30.0.1");
        assertThat(pool.used("vcpu")).isEqualTo(operation.equals("resize") ? 4 : 1);

        doors.fault(node, operation.equals("stop") ? "start" : operation, 5, "fail");
        call("instances.start", id);
        if (operation.equals("stop")) {
            // It runs still, so that there was nothing that could fail.
            doors.clear(node);
            ann.awaitState(id, "running");
        } else {
            String again = id;
            Eventually.is(() -> doors.left(node, operation) == 0);
            ann.await(it -> it.path("state").asString("").equals("error"), "instances.get", "instanceId", again);
            call("instances.start", id);
            assertThat(ann.awaitState(id, "running").get("conditions")).isEmpty();
        }
        Sums.awaitRight(ann, pool, doors);
        call("instances.delete", id);
        ann.awaitState(id, "deleted");
        Sums.awaitRight(ann, pool, doors);
    }

    @Test
    void deleteWorksFromError() {
        doors.fault(node, "start", HostDoors.ALWAYS, "fail");
        String stopped = pool.create("desiredState", "stopped").ok().get("id").asString();
        ann.awaitState(stopped, "stopped");
        call("instances.start", stopped);
        ann.awaitState(stopped, "error");
        call("instances.delete", stopped);
        ann.awaitState(stopped, "deleted");
        Sums.awaitRight(ann, pool, doors);
    }

    @Test
    void aFailingDestroyIsTriedForEver() {
        String id = pool.running();
        doors.fault(node, "destroy", 12, "fail");
        call("instances.delete", id);
        Eventually.is(() -> doors.left(node, "destroy") < 6);
        assertThat(state(id)).isEqualTo("deleting");
        ann.awaitState(id, "deleted");
        assertThat(doors.left(node, "destroy")).isZero();
        Sums.awaitRight(ann, pool, doors);
    }

    @Test
    void aMachineThatVanishesIsLostAfterTwoCompleteListingsAndMadeAnewByAStart() {
        String id = pool.running();
        doors.fault(node, "list", HostDoors.ALWAYS, "fail");
        doors.vanish(node, id);
        Eventually.is(() -> doors.left(node, "list") < HostDoors.ALWAYS - 4);
        assertThat(state(id)).isEqualTo("running");
        doors.clear(node);
        JsonNode lost = ann.awaitState(id, "lost");
        assertThat(lost.get("nodeId").asString()).isEqualTo(node);
        assertThat(pool.used("vcpu")).isEqualTo(1);
        call("instances.start", id);
        JsonNode again = ann.awaitState(id, "running");
        assertThat(types(again)).containsExactly("Recreated");
        assertThat(doors.machines(node)).isEqualTo(Map.of(id, "running"));
        Sums.awaitRight(ann, pool, doors);
        doors.vanish(node, id);
        ann.awaitState(id, "lost");
        call("instances.delete", id);
        ann.awaitState(id, "deleted");
        Sums.awaitRight(ann, pool, doors);
    }

    @Test
    void aMachineThatIsPoweredOffBehindOurBackIsStartedAgain() {
        String id = pool.running();
        long revision =
                ann.call("instances.get", "instanceId", id).ok().get("revision").asLong();
        doors.powerOff(node, id);
        ann.await(
                it -> it.path("revision").asLong() > revision
                        && it.path("state").asString("").equals("running"),
                "instances.get",
                "instanceId",
                id);
        Sums.awaitRight(ann, pool, doors);
    }

    @Test
    void aSilentHostIsLostWithItsInstancesAndComesBackAsItWas() {
        String id = pool.running();
        String stopped = pool.create("desiredState", "stopped").ok().get("id").asString();
        ann.awaitState(stopped, "stopped");
        String deleted = pool.running();
        doors.fault(node, "ping", HostDoors.ALWAYS, "fail");
        for (String operation : List.of("provision", "start", "stop", "destroy", "list", "find")) {
            doors.fault(node, operation, HostDoors.ALWAYS, "hang");
        }
        String made = pool.create().ok().get("id").asString();
        ann.awaitState(id, "lost");
        ann.awaitState(stopped, "lost");
        // It was being made when its host fell silent: what does not answer has not failed.
        assertThat(types(ann.awaitState(made, "lost"))).doesNotContain("Failed");
        assertThat(nodeState(node)).isEqualTo("lost");
        assertThat(pool.used("vcpu")).isEqualTo(4);
        assertThat(pool.create().ok().get("state").asString()).isEqualTo("scheduling");
        call("instances.delete", deleted);
        assertThat(state(deleted)).isEqualTo("deleting");

        doors.clear(node);
        ann.awaitState(id, "running");
        ann.awaitState(stopped, "stopped");
        ann.awaitState(deleted, "deleted");
        ann.await(it -> it.path("state").asString("").equals("ready"), "nodes.get", "nodeId", node);
        call("instances.start", made);
        ann.awaitState(made, "running");
        assertThat(doors.carriedOut(node, "provision", id)).isEqualTo(1);
        Eventually.is(() -> Sums.instances(ann, pool.id()).stream()
                .noneMatch(it -> it.get("state").asString().equals("scheduling")));
        Sums.awaitRight(ann, pool, doors);
    }

    @Test
    void whatWasOnAHostThatIsGoneIsPlacedAnewOrDeletedWithoutIt() {
        String id = pool.running();
        String other = pool.running();
        doors.fault(node, "ping", HostDoors.ALWAYS, "fail");
        for (String operation : List.of("provision", "start", "stop", "destroy", "list", "find")) {
            doors.fault(node, operation, HostDoors.ALWAYS, "fail");
        }
        assertThat(ann.call("nodes.remove", "nodeId", node).status()).isNotEqualTo(200);
        ann.call("nodes.remove", "nodeId", node, "gone", true).ok();
        assertThat(ann.awaitState(id, "lost").has("nodeId")).isFalse();
        ann.awaitState(other, "lost");
        call("instances.delete", other);
        ann.awaitState(other, "deleted");
        call("instances.start", id);
        assertThat(state(id)).isEqualTo("scheduling");
        String second = pool.readyNode(10, 10, 100);
        JsonNode again = ann.awaitState(id, "running");
        assertThat(again.get("nodeId").asString()).isEqualTo(second);
        assertThat(types(again)).containsExactly("Recreated");
        Sums.awaitRight(ann, pool, doors);
    }

    @Test
    void nothingIsPlacedOnACordonedOrDrainingHostUntilItIsUncordoned() {
        String there = pool.running();
        for (String method : List.of("nodes.cordon", "nodes.drain")) {
            ann.call(method, "nodeId", node).ok();
            JsonNode waits = pool.create().ok();
            assertThat(waits.get("state").asString()).isEqualTo("scheduling");
            assertThat(waits.get("conditions").get(0).get("reason").asString()).isEqualTo("NoNode");
            assertThat(state(there)).isEqualTo("running");
            ann.call("nodes.uncordon", "nodeId", node).ok();
            ann.awaitState(waits.get("id").asString(), "running");
        }
        Sums.awaitRight(ann, pool, doors);
    }

    @Test
    void aGreaterCapacityIsUsedAtOnceAndASmallerOneTakesNothingAway() {
        ann.call("nodes.update", "nodeId", node, "capacity", Map.of("vcpu", 1, "memoryGiB", 8, "diskGiB", 100))
                .ok();
        String first = pool.running();
        JsonNode waits = pool.create().ok();
        assertThat(waits.get("conditions").get(0).get("reason").asString()).isEqualTo("vcpu");
        ann.call("nodes.update", "nodeId", node, "capacity", Map.of("vcpu", 2, "memoryGiB", 8, "diskGiB", 100))
                .ok();
        ann.awaitState(waits.get("id").asString(), "running");
        ann.call("nodes.update", "nodeId", node, "capacity", Map.of("vcpu", 1, "memoryGiB", 8, "diskGiB", 100))
                .ok();
        assertThat(state(first)).isEqualTo("running");
        call("instances.delete", first);
        ann.awaitState(first, "deleted");
        assertThat(pool.create().ok().get("state").asString()).isEqualTo("scheduling");
    }

    private String state(String id) {
        return ann.call("instances.get", "instanceId", id).ok().get("state").asString();
    }

    private String nodeState(String nodeId) {
        return ann.call("nodes.get", "nodeId", nodeId).ok().get("state").asString();
    }

    private static List<String> types(JsonNode instance) {
        List<String> types = new ArrayList<>();
        instance.get("conditions").forEach(it -> types.add(it.get("type").asString()));
        return types;
    }
}
