package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** Start-up data is nowhere in clear, and unreadable once its instance is gone. */
class UserDataTest {
    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();
    private final JdbcTemplate jdbc = server.bean(JdbcTemplate.class);

    @Test
    void noTableHoldsItAndTheKeyGoesWithTheInstance() {
        HostedPool pool = HostedPool.roomy(ann);
        String secret = "secret-" + UUID.randomUUID();
        JsonNode created = pool.create("userData", "#cloud-config\n# " + secret).ok();
        String id = created.get("id").asString();
        ann.awaitState(id, "running");
        assertThat(created.toString()).doesNotContain(secret);
        assertThat(ann.call("instances.get", "instanceId", id).body().toString())
                .doesNotContain(secret);
        assertThat(ann.call("events.list", "resourceId", id).body().toString())
                .doesNotContain(secret)
                .doesNotContain("ciphertext");
        for (String table : tables()) {
            assertThat(jdbc.queryForObject(
                            "select count(*) from " + table + " t where t::text like ?",
                            Long.class,
                            "%" + secret + "%"))
                    .as(table)
                    .isZero();
        }
        assertThat(keys(id)).isEqualTo(1);
        ann.call("instances.delete", "instanceId", id).ok();
        ann.awaitState(id, "deleted");
        ann.await(it -> keys(id) == 0, "instances.get", "instanceId", id);
    }

    @Test
    void aRefusedCreateKeepsNothingOfIt() {
        HostedPool pool = HostedPool.create(ann, 0, 0, 0);
        String secret = "secret-" + UUID.randomUUID();
        pool.create("userData", secret).refused("QUOTA_EXCEEDED");
        for (String table : tables()) {
            assertThat(jdbc.queryForObject(
                            "select count(*) from " + table + " t where t::text like ?",
                            Long.class,
                            "%" + secret + "%"))
                    .as(table)
                    .isZero();
        }
    }

    private long keys(String id) {
        Long count = jdbc.queryForObject("select count(*) from user_data_key where instance_id = ?", Long.class, id);
        return count == null ? -1 : count;
    }

    private List<String> tables() {
        return jdbc.queryForList(
                "select quote_ident(schemaname) || '.' || quote_ident(tablename) from pg_tables"
                        + " where schemaname not in ('pg_catalog', 'information_schema')",
                String.class);
    }
}
