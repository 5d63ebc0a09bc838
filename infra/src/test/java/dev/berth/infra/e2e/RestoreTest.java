package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.postgres.BackupCommand;
import dev.berth.infra.store.Migrations;
import dev.berth.infra.wiring.NewGeneration;
import dev.berth.query.projection.Balance;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Set;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** A running server is saved under load, restored into a new directory, and goes on there. */
class RestoreTest {
    private static final int CALLERS = 2;

    @Test
    void aBackupUnderLoadIsAWholeServer() throws Exception {
        BerthServer server = BerthServer.shared();
        Api ann = server.newTenant();
        HostedPool pool = HostedPool.roomy(ann);
        Path backup = BerthServer.temporary();
        Set<String> before;
        try (Creates creates = new Creates(pool, CALLERS)) {
            creates.await(10);
            before = Set.copyOf(creates.acknowledged().values());
            assertThat(run("backup", backup, server.dataDir())).startsWith("0: Backup written to ");
            creates.await(5);
            creates.end();
        }
        Path data = BerthServer.temporary();
        assertThat(run("restore", backup, data)).startsWith("0: Restored into ");
        try (BerthServer restored = BerthServer.start(data, "--berth.reconcile.pass=300ms")) {
            Api again = new Api(restored.base(), ann.token(), ann.tenantId());
            HostedPool samePool = pool.on(again);
            Set<String> there = Sums.instances(again, pool.id()).stream()
                    .map(it -> it.get("id").asString())
                    .collect(Collectors.toSet());
            assertThat(there).containsAll(before);
            there.forEach(id -> again.awaitState(id, "running"));
            // The simulator's state is newer than the snapshot: what nobody knows of any more goes away.
            Sums.awaitRight(again, samePool, new HostDoors(restored.simulator()));
            assertThat(Balance.differences(restored.bean(DSLContext.class))).isEmpty();
            again.awaitState(samePool.create().ok().get("id").asString(), "running");
            for (String generation :
                    new String[] {generation(server, "feed_head"), generation(restored, "feed_head")}) {
                boolean current = generation.equals(generation(restored, "feed_head"));
                HttpResponse<InputStream> stream =
                        StreamClient.send(StreamClient.request(again, "&after=0&generation=" + generation));
                assertThat(stream.statusCode()).isEqualTo(current ? 200 : 409);
                stream.body().close();
            }
            for (String table : Set.of("store_generation", "feed_head")) {
                assertThat(generation(restored, table)).isNotEqualTo(generation(server, table));
            }
        }
    }

    private static String generation(BerthServer server, String table) {
        return server.bean(JdbcTemplate.class).queryForObject("select generation::text from " + table, String.class);
    }

    /** The exit code and what was printed. */
    private static String run(String command, Path folder, Path data) {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
        int code = new BackupCommand(stream, stream, Migrations.all(), NewGeneration::take)
                .run(Clock.systemUTC(), command, folder.toString(), "--berth.data-dir=" + data);
        return code + ": " + printed.toString(StandardCharsets.UTF_8);
    }
}
