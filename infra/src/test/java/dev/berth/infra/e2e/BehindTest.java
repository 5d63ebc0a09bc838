package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What is answered while the read tables are behind. */
@SuppressWarnings("try")
class BehindTest {
    private static final Duration PATIENCE = Duration.ofMillis(300);

    private static BerthServer server;

    private Api ann;
    private Api bob;

    @BeforeAll
    static void start() {
        server = BerthServer.start(BerthServer.temporary(), "--berth.store.own-writes=" + PATIENCE.toMillis() + "ms");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void people() {
        ann = server.newTenant();
        bob = server.as(ann.tenantId(), "bob", "admin");
    }

    private static Optional<String> readModel(Api.Answer answer) {
        return answer.raw().headers().firstValue("X-Read-Model");
    }

    @Test
    void aWriterIsToldAndItsReadsWaitWhileOthersReadOn() {
        ann.call("projects.create", "name", "before").ok();
        ann.await(it -> it.path("items").size() == 1, "projects.list");
        JsonNode made;
        try (HeldReaders held = new HeldReaders(server)) {
            Api.Answer answer = ann.call("projects.create", "name", "a");
            made = answer.ok();
            assertThat(readModel(answer)).contains("behind");

            for (Object[] read :
                    new Object[][] {{"projects.list"}, {"projects.get", "projectId", id(made)}, {"pools.list"}}) {
                long began = System.nanoTime();
                Object[] fields = List.of(read).subList(1, read.length).toArray();
                Api.Answer refused = ann.call((String) read[0], fields);
                refused.refused("UNAVAILABLE");
                assertThat(refused.raw().headers().firstValue("Retry-After")).isPresent();
                assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(PATIENCE);
                assertThat(readModel(refused)).isEmpty();
            }
            // Another session has written nothing, and need not wait.
            assertThat(PoolsTest.all(bob.call("projects.list").ok(), "name")).containsExactly("before");
            assertThat(bob.call("projects.get", "projectId", id(made)).ok()).isEqualTo(made);
        }
        ann.await(it -> it.path("items").size() == 2, "projects.list");
        assertThat(ann.call("projects.get", "projectId", id(made)).ok()).isEqualTo(made);
        AtomicInteger next = new AtomicInteger();
        Eventually.is(() -> readModel(ann.call("projects.create", "name", "after-" + next.incrementAndGet()))
                .isEmpty());
        assertThat(PoolsTest.all(ann.call("projects.list").ok(), "name")).contains("a", "after-" + next.get());
    }

    @Test
    void nothingThatWasMadeIsEverNotFound() {
        HostedPool pool = HostedPool.roomy(ann);
        ann.call(
                        "iam.policies.put",
                        "policyId",
                        "ask",
                        "policy",
                        "@confirmation(\"required\") permit(principal, action == Action::\"compute:projects:create\","
                                + " resource);")
                .ok();
        Api agent = Things.delegated(server, ann.tenantId(), "bob", "reader");
        Api reader = server.as(ann.tenantId(), "zoe", "reader");
        Map<String, Object> size = Map.of("vcpu", 1, "memoryGiB", 1, "diskGiB", 1);
        try (HeldReaders held = new HeldReaders(server)) {
            JsonNode made = ann.call(
                            "pools.create",
                            "name",
                            "new",
                            "kind",
                            "vps-host",
                            "quotas",
                            Map.of("vcpu", 7),
                            "idempotencyKey",
                            "k")
                    .ok();
            assertThat(reader.call("pools.get", "poolId", id(made)).ok()).isEqualTo(made);
            JsonNode quota = reader.call("quotas.get", "poolId", id(made), "resource", "vcpu")
                    .ok();
            assertThat(quota.get("max").asLong()).isEqualTo(7);
            assertThat(quota.get("used").asLong()).isZero();
            assertThat(ann.call("quotas.set", "poolId", id(made), "resource", "gpus", "max", 3)
                            .ok()
                            .get("max")
                            .asLong())
                    .isEqualTo(3);
            JsonNode node = ann.call(
                            "nodes.register",
                            "poolId",
                            id(made),
                            "name",
                            "n",
                            "driver",
                            "simulated",
                            "capacity",
                            size,
                            "idempotencyKey",
                            "k")
                    .ok();
            assertThat(reader.call("nodes.get", "nodeId", id(node)).ok().get("id"))
                    .isEqualTo(node.get("id"));
            JsonNode instance = pool.create().ok();
            assertThat(reader.call("instances.get", "instanceId", id(instance))
                            .ok()
                            .get("id"))
                    .isEqualTo(instance.get("id"));
            JsonNode project = ann.call("projects.create", "name", "p").ok();
            assertThat(reader.call("projects.get", "projectId", id(project)).ok())
                    .isEqualTo(project);

            String confirmation = agent.call("projects.create", "name", "q")
                    .refused("CONFIRMATION_REQUIRED")
                    .get("confirmationId")
                    .asString();
            JsonNode approved = bob.call("iam.confirmations.approve", "confirmationId", confirmation)
                    .ok();
            assertThat(approved.get("state").asString()).isEqualTo("approved");
        }
        assertThat(agent.call("projects.create", "name", "q")
                        .ok()
                        .get("createdBy")
                        .asString())
                .isEqualTo("bob");
    }

    private static String id(JsonNode resource) {
        return resource.get("id").asString();
    }
}
