package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.host.SimulatedHostProcess;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Server and database are killed at once, under load, while the hosts, in a process of their own, go on with what they
 * were told. The next start ends where all that was acknowledged says.
 */
class KillUnderLoadTest {
    private static final int CALLERS = 4;

    @Test
    @Tag("campaign")
    void once() throws Exception {
        rounds(1);
    }

    @Test
    @Tag("campaign")
    void tenTimes() throws Exception {
        rounds(10);
    }

    private static void rounds(int count) throws Exception {
        Path dataDir = BerthServer.temporary();
        try (SimulatedHostProcess hosts = SimulatedHostProcess.start(dataDir.resolveSibling("hosts"), 50)) {
            String[] settings = {
                "--berth.simulated-host.url=" + hosts.uri(),
                "--berth.reconcile.pass=1s",
                "--berth.reconcile.driver-deadline=3s",
                "--berth.reconcile.lease-margin=2s"
            };
            Map<String, String> wanted = new TreeMap<>();
            BerthProcess server = BerthProcess.start(dataDir, settings);
            try {
                Api api = server.operator("acme");
                HostedPool pool = HostedPool.roomy(api);
                for (int round = 0; round < count; round++) {
                    Map<String, String> keys = new HashMap<>();
                    List<String> unanswered = killedUnderLoad(server, dataDir, api, pool, keys, wanted);
                    server = BerthProcess.start(dataDir, settings);
                    api = server.operator("acme");
                    pool = pool.on(api);
                    goesOn(api, pool, keys, unanswered, wanted, new HostDoors(hosts.uri()));
                }
            } finally {
                server.close();
            }
        }
    }

    private static List<String> killedUnderLoad(
            BerthProcess server,
            Path dataDir,
            Api api,
            HostedPool pool,
            Map<String, String> keys,
            Map<String, String> wanted)
            throws Exception {
        try (Creates creates = new Creates(pool, CALLERS)) {
            creates.await(15);
            creates.acknowledged().values().forEach(id -> wanted.putIfAbsent(id, "running"));
            List<String> running = wanted.keySet().stream()
                    .filter(id -> wanted.get(id).equals("running"))
                    .toList();
            for (int i = 0; i < 4; i++) {
                api.call("instances.delete", "instanceId", running.get(2 * i)).ok();
                wanted.put(running.get(2 * i), "deleted");
                api.call("instances.stop", "instanceId", running.get(2 * i + 1)).ok();
                wanted.put(running.get(2 * i + 1), "stopped");
            }
            ProcessHandle database = OutageTest.postmaster(dataDir);
            server.kill();
            database.destroyForcibly();
            creates.halt();
            creates.acknowledged().values().forEach(id -> wanted.putIfAbsent(id, "running"));
            keys.putAll(creates.acknowledged());
            return creates.unanswered();
        }
    }

    private static void goesOn(
            Api api,
            HostedPool pool,
            Map<String, String> keys,
            List<String> unanswered,
            Map<String, String> wanted,
            HostDoors doors) {
        keys.forEach((key, id) -> assertThat(
                        pool.create("idempotencyKey", key).ok().get("id").asString())
                .isEqualTo(id));
        for (String key : unanswered) {
            wanted.put(pool.create("idempotencyKey", key).ok().get("id").asString(), "running");
        }
        wanted.forEach(api::awaitState);
        wanted.values().removeIf("deleted"::equals);
        assertThat(Sums.instances(api, pool.id()))
                .extracting(it -> it.get("id").asString())
                .containsExactlyInAnyOrderElementsOf(wanted.keySet());
        Sums.awaitRight(api, pool, doors);
    }
}
