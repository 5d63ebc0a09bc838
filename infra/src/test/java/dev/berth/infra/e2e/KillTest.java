package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * The process is killed while a host works on each kind of operation; the next start goes on where it was. The hosts run
 * in the killed process, too, but their machines are kept apart from the control plane's state.
 */
class KillTest {
    private static final String[] SETTINGS = {"--berth.simulator.port=0", "--berth.simulated-host.boot-ms=700"};

    @ParameterizedTest
    @ValueSource(strings = {"provision", "start", "stop", "destroy"})
    void killedDuring(String operation) {
        Path dataDir = BerthServer.temporary();
        String tenant = "acme";
        String key = UUID.randomUUID().toString();
        String id;
        String poolId;
        try (BerthProcess first = BerthProcess.start(dataDir, SETTINGS)) {
            Api api = first.operator(tenant);
            api.call("iam.tokens.create", "principal", "ann", "roles", List.of("admin"))
                    .ok();
            HostedPool pool = HostedPool.roomy(api);
            poolId = pool.id();
            JsonNode created = operation.equals("provision")
                    ? pool.create("idempotencyKey", key).ok()
                    : pool.create("idempotencyKey", key, "wait", Map.of("timeoutMs", 30_000))
                            .ok();
            id = created.get("id").asString();
            switch (operation) {
                case "start" -> {
                    api.call("instances.stop", "instanceId", id).ok();
                    api.awaitState(id, "stopped");
                    api.call("instances.start", "instanceId", id).ok();
                }
                case "stop" -> api.call("instances.stop", "instanceId", id).ok();
                case "destroy" -> api.call("instances.delete", "instanceId", id).ok();
                default -> {}
            }
            first.kill();
        }
        try (BerthProcess second = BerthProcess.start(dataDir, SETTINGS)) {
            Api api = second.operator(tenant);
            String wanted = switch (operation) {
                case "stop" -> "stopped";
                case "destroy" -> "deleted";
                default -> "running";
            };
            api.awaitState(id, wanted);
            JsonNode same = api.call(
                            "instances.create",
                            "poolId",
                            poolId,
                            "flavor",
                            "small",
                            "imageId",
                            HostedPool.IMAGE,
                            "idempotencyKey",
                            key)
                    .ok();
            assertThat(same.get("id").asString()).isEqualTo(id);
            long live = wanted.equals("deleted") ? 0 : 1;
            assertThat(api.call("quotas.get", "poolId", poolId, "resource", "vcpu")
                            .ok()
                            .get("used")
                            .asLong())
                    .isEqualTo(live);
            assertThat(second.stop()).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void aSecondProcessOnTheSameDirectoryEndsWithOneSentence() {
        Path dataDir = BerthServer.temporary();
        try (BerthProcess first = BerthProcess.start(dataDir, SETTINGS);
                BerthProcess second = BerthProcess.launch(dataDir, SETTINGS)) {
            second.awaitExit();
            assertThat(second.exitValue()).isNotZero();
            assertThat(second.log()).contains("in use").doesNotContain("\tat ");
            assertThat(first.operator("acme").call("tenants.list").status()).isEqualTo(200);
        }
    }
}
