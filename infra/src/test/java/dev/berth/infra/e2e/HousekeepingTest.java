package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.instance.UserData;
import dev.berth.infra.userdata.UserDataKeys;
import dev.berth.query.projection.DeadLetters;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** What is put right now and then without anybody asking for it. */
class HousekeepingTest {
    private static BerthServer server;
    private static JdbcTemplate sql;

    private final Api ann = server.newTenant();

    @BeforeAll
    static void start() {
        server = BerthServer.start(BerthServer.temporary(), "--berth.housekeeping=100ms");
        sql = server.bean(JdbcTemplate.class);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void deadLettersAreTakenInOnceTheirReasonHasPassed() {
        String id =
                ann.call("projects.create", "name", "poisoned").ok().get("id").asString();
        DeadLetters letters = server.bean(DeadLetters.class);
        refuse("project", "insert or update", "new.id = '" + id + "'");
        try {
            ann.call("projects.archive", "projectId", id).ok();
            Eventually.is(
                    () -> letters.list(10).stream().anyMatch(it -> it.streamId().equals(id)));
            awaitTries("project", tries("project") + 2);
            assertThat(state(id)).isEqualTo("active");
        } finally {
            allow("project");
        }
        ann.await(it -> it.path("state").asString("").equals("archived"), "projects.get", "projectId", id);
        Eventually.is(() -> letters.list(10).isEmpty());
    }

    private String state(String projectId) {
        return ann.call("projects.get", "projectId", projectId)
                .ok()
                .get("state")
                .asString();
    }

    @Test
    void keysThatNoInstanceHasAreDestroyedOnceTheyAreOld() {
        HostedPool pool = HostedPool.roomy(ann);
        String live = pool.create("userData", "#cloud-config").ok().get("id").asString();
        sql.update("update user_data_key set created_at = now() - interval '2 hours' where instance_id = ?", live);
        key("inst_orphaned", "2 hours");
        Eventually.is(() -> !keys().contains("inst_orphaned"));
        // Its instance may be about to be admitted, as that of an old one which is used again.
        key("inst_new", "50 minutes");
        UserDataKeys vault = server.bean(UserDataKeys.class);
        vault.seal("inst_refused", "#cloud-config");
        sql.update("update user_data_key set created_at = now() - interval '59 minutes' where instance_id ="
                + " 'inst_refused'");
        UserData again = vault.seal("inst_refused", "#cloud-config");
        sql.update("update user_data_key set created_at = created_at - interval '59 minutes' where instance_id ="
                + " 'inst_refused'");

        // A round that fails is followed by the next one.
        refuse("user_data_key", "delete", "true");
        try {
            key("inst_orphaned_too", "61 minutes");
            awaitTries("user_data_key", 2);
        } finally {
            allow("user_data_key");
        }
        Eventually.is(() -> !keys().contains("inst_orphaned_too"));
        assertThat(keys()).contains(live, "inst_new", "inst_refused");
        assertThat(vault.open("inst_refused", again)).contains("#cloud-config");
    }

    private static void key(String instanceId, String age) {
        sql.update(
                "insert into user_data_key (instance_id, wrapped, created_at) values (?, ?, now() - ?::interval)",
                instanceId,
                new byte[] {1},
                age);
    }

    /** Lets such changes of the table fail, and counts them: sequences are not rolled back. */
    private static void refuse(String table, String change, String which) {
        sql.execute("create sequence tried_" + table);
        sql.execute("create function refuse_" + table + "() returns trigger language plpgsql as $$ begin if " + which
                + " then perform nextval('tried_" + table + "'); raise 'not yet'; end if; return new; end $$");
        sql.execute("create trigger refuse before " + change + " on " + table + " for each row execute function refuse_"
                + table + "()");
    }

    private static void allow(String table) {
        sql.execute("drop function refuse_" + table + "() cascade");
    }

    private static long tries(String table) {
        Long tries = sql.queryForObject("select last_value from tried_" + table, Long.class);
        return tries == null ? 0 : tries;
    }

    private static void awaitTries(String table, long count) {
        Eventually.is(() -> tries(table) >= count);
    }

    private static List<String> keys() {
        return sql.queryForList("select instance_id from user_data_key", String.class);
    }
}
