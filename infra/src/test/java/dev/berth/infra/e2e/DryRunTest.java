package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** What would happen is told, by the same decision, and nothing of it is kept. */
class DryRunTest {
    private final BerthServer server = BerthServer.shared();
    private final Api acme = server.newTenant();

    private long events() {
        return server.bean(JdbcTemplate.class)
                .queryForObject(
                        "select count(*) from domain_event_entry where meta_data::jsonb ->> 'tenant' = ?",
                        Long.class,
                        acme.tenantId());
    }

    private static List<String> types(JsonNode rehearsed) {
        List<String> types = new ArrayList<>();
        rehearsed.get("events").forEach(it -> types.add(it.get("type").asString()));
        return types;
    }

    @Test
    void aCreateIsPlacedAndChargedOnPaperOnly() {
        HostedPool pool = HostedPool.roomy(acme);
        String key = UUID.randomUUID().toString();
        long before = events();
        JsonNode rehearsed = pool.create("idempotencyKey", key, "userData", "secret", "dryRun", true)
                .ok();
        assertThat(rehearsed.get("dryRun").asBoolean()).isTrue();
        assertThat(types(rehearsed)).contains("quota.changed", "instance.created", "instance.scheduled");
        JsonNode would = rehearsed.get("resource");
        assertThat(would.get("nodeId").asString()).startsWith("node_");
        assertThat(would.get("addresses").get(0).get("address").asString()).isEqualTo("10.20.0.1");
        assertThat(events()).isEqualTo(before);
        assertThat(pool.used("vcpu")).isZero();
        String id = would.get("id").asString();
        acme.call("instances.get", "instanceId", id).refused("NOT_FOUND");
        assertThat(server.bean(JdbcTemplate.class)
                        .queryForObject("select count(*) from user_data_key where instance_id = ?", Long.class, id))
                .isZero();
        // The key is not taken, and what was rehearsed is not in the way.
        JsonNode real = pool.create("idempotencyKey", key, "flavor", "large").ok();
        assertThat(real.get("addresses").get(0).get("address").asString()).isEqualTo("10.20.0.1");
        acme.awaitState(real.get("id").asString(), "running");
        assertThat(pool.used("vcpu")).isEqualTo(4);
    }

    @Test
    void aRefusalIsToldAndNotRecorded() {
        HostedPool pool = HostedPool.create(acme, 1, 1, 10);
        pool.range("10.20.0.0/24");
        long before = events();
        JsonNode details = pool.create("flavor", "large", "dryRun", true).refused("QUOTA_EXCEEDED");
        assertThat(details.get("requested").asLong()).isEqualTo(4);
        Api reader = server.as(acme.tenantId(), "rita", "reader");
        long withReader = events();
        pool.createAs(reader, "dryRun", true).refused("ACCESS_DENIED");
        assertThat(events()).isEqualTo(withReader).isGreaterThan(before);
    }

    @Test
    void aChangeOfWhatIsThereIsShownAsItWouldBe() {
        HostedPool pool = HostedPool.roomy(acme);
        String id = pool.running();
        JsonNode before = acme.call("instances.get", "instanceId", id).ok();
        JsonNode stop =
                acme.call("instances.stop", "instanceId", id, "dryRun", true).ok();
        assertThat(types(stop)).containsExactly("instance.stopping");
        assertThat(stop.get("resource").get("desiredState").asString()).isEqualTo("stopped");
        assertThat(acme.call("instances.get", "instanceId", id).ok()).isEqualTo(before);
        JsonNode start =
                acme.call("instances.start", "instanceId", id, "dryRun", true).ok();
        assertThat(types(start)).isEmpty();
        assertThat(start.get("resource")).isEqualTo(before);
        JsonNode token = acme.call("iam.tokens.create", "principal", "bob", "roles", List.of("reader"), "dryRun", true)
                .ok();
        assertThat(token.get("resource").has("token")).isFalse();
        assertThat(acme.call("iam.tokens.list").ok().get("items").size()).isEqualTo(1);
        JsonNode project =
                acme.call("projects.create", "name", "web", "dryRun", true).ok();
        assertThat(project.get("resource").get("name").asString()).isEqualTo("web");
        assertThat(acme.call("projects.list").ok().get("items").size()).isZero();
        acme.call("projects.create", "name", "web", "dryRun", false).ok();
        acme.call("projects.create", "name", "web", "dryRun", true).refused("CONFLICT");
    }

    @Test
    void onlyChangesTakeIt() {
        acme.call("projects.list", "dryRun", true).refused("INVALID_INPUT");
        acme.call("projects.create", "name", "web", "dryRun", "yes").refused("INVALID_INPUT");
    }

    @Test
    void pastCallsAreDecidedAgainUnderAnotherPolicy() {
        HostedPool pool = HostedPool.roomy(acme);
        Instant from = Instant.now().minusSeconds(3600);
        String id = pool.create().ok().get("id").asString();
        Instant to = Instant.now().plusSeconds(3600);
        String policy = "forbid(principal, action == Action::\"compute:instances:create\", resource)"
                + " when { resource.vcpu < 2 };";
        JsonNode replayed = acme.call(
                        "iam.decisions.replay",
                        "policyId",
                        "big-only",
                        "policy",
                        policy,
                        "from",
                        from.toString(),
                        "to",
                        to.toString())
                .ok()
                .get("items");
        assertThat(replayed.size()).isEqualTo(1);
        JsonNode call = replayed.get(0);
        assertThat(call.get("resource").asString()).isEqualTo("compute-instance/" + id);
        assertThat(call.get("recorded").asString()).isEqualTo("allow");
        assertThat(call.get("present").asString()).isEqualTo("allow");
        assertThat(call.get("replayed").asString()).isEqualTo("deny");
        assertThat(call.get("policies").get(0).asString()).isEqualTo("big-only");
        Object[] bad = {"policyId", "p", "policy", "permit(", "from", from.toString(), "to", to.toString()};
        acme.call("iam.decisions.replay", bad).refused("INVALID_INPUT");
        server.as(acme.tenantId(), "rita", "reader")
                .call(
                        "iam.decisions.replay",
                        "policyId",
                        "p",
                        "policy",
                        policy,
                        "from",
                        from.toString(),
                        "to",
                        to.toString())
                .refused("ACCESS_DENIED");
    }
}
