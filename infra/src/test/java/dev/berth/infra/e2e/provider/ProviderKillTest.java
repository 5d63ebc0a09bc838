package dev.berth.infra.e2e.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.e2e.Api;
import dev.berth.infra.e2e.BerthProcess;
import dev.berth.infra.e2e.BerthServer;
import dev.berth.infra.e2e.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The process is killed while the provider works on one request of each kind of operation; the next start ends all of them.
 * The simulated provider runs in the killed process, too, and what it began goes on when it is there again.
 */
class ProviderKillTest {
    @Test
    void killedDuringEveryOperation() throws Exception {
        Path dataDir = BerthServer.temporary();
        int port = freePort();
        List<String> settings = new ArrayList<>(Cloud.QUICK);
        settings.add("--berth.simulator.port=" + port);
        settings.add("--berth.reconcile.pass=2s");
        String[] all = settings.toArray(String[]::new);
        Cloud cloud = new Cloud(URI.create("http://127.0.0.1:" + port), dataDir.resolveSibling("secrets"));
        Stage stage;
        try (BerthProcess first = BerthProcess.start(dataDir, all)) {
            cloud.latency("{'actionMs':60}");
            Api operator = first.operator("acme");
            operator.call("iam.tokens.create", "principal", "ann", "roles", List.of("admin"))
                    .ok();
            stage = new Stage(ProviderPool.create(operator, operator, cloud), cloud, 1);
            cloud.latency("{'actionMs':1500}");
            for (Operation operation : Operation.values()) {
                cloud.fault("[{'method':'%s','path':'%s','effect':'delay','delayMs':1500}]"
                        .formatted(operation.method, stage.path(operation)));
            }
            for (Operation operation : Operation.values()) {
                stage.ask(operation);
            }
            Eventually.is(
                    () -> cloud.ok("GET", "/_simulator/faults", "").get("items").isEmpty());
            first.kill();
        }
        try (BerthProcess second = BerthProcess.start(dataDir, all)) {
            Stage after = stage.on(second.operator("acme"));
            for (Operation operation : Operation.values()) {
                after.ends(operation, operation.end);
            }
            after.clear();
            assertThat(second.stop()).isLessThan(Duration.ofSeconds(10));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
