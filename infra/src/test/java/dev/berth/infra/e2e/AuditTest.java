package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.infra.audit.Chain;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Who did what, when and why; what it looked like; and that nobody can change that unseen. */
class AuditTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final BerthServer server = BerthServer.shared();
    private final Api acme = server.newTenant();

    private static List<JsonNode> history(Api caller, String resourceId, int limit) {
        List<JsonNode> items = new ArrayList<>();
        String cursor = null;
        do {
            JsonNode page = (cursor == null
                            ? caller.call("audit.history", "resourceId", resourceId, "limit", limit)
                            : caller.call("audit.history", "resourceId", resourceId, "limit", limit, "cursor", cursor))
                    .ok();
            page.get("items").forEach(items::add);
            cursor = page.has("cursor") ? page.get("cursor").asString() : null;
        } while (cursor != null);
        return items;
    }

    @Test
    void everyEventSaysWhoDidItAndWhy() {
        HostedPool pool = HostedPool.roomy(acme);
        String id = pool.running();
        acme.call("instances.resize", "instanceId", id, "flavor", "large").refused("INVALID_STATE");
        acme.call("instances.stop", "instanceId", id).ok();
        acme.awaitState(id, "stopped");
        List<JsonNode> all = history(acme, id, 2);
        assertThat(all).isEqualTo(history(acme, id, 500));
        assertThat(all.stream().map(it -> it.get("type").asString()))
                .contains("instance.created", "instance.running", "request.refused", "instance.stopping");
        JsonNode created = all.getFirst();
        assertThat(created.get("revision").asLong()).isEqualTo(1);
        assertThat(created.get("actor").asString()).isEqualTo("ann");
        assertThat(created.get("session").asString()).startsWith("tok_");
        assertThat(created.get("decision").get("policies").get(0).asString()).isEqualTo("role-admin");
        assertThat(created.get("decision").get("delegated").asBoolean()).isFalse();
        for (JsonNode item : all) {
            switch (item.get("type").asString()) {
                case "instance.running" ->
                    assertThat(item.get("actor").asString()).isEqualTo("system:reconciler");
                case "request.refused" -> {
                    assertThat(item.get("refusal").get("code").asString()).isEqualTo("INVALID_STATE");
                    assertThat(item.get("refusal").get("method").asString()).isEqualTo("instances.resize");
                    assertThat(item.get("decision").get("outcome").asString()).isEqualTo("allow");
                }
                default -> assertThat(item.get("cause").asString()).isNotEmpty();
            }
        }
    }

    @Test
    void aMachinesRunningIsFollowedBackToTheCallThatAskedForIt() {
        String id = HostedPool.roomy(acme).running();
        List<JsonNode> all = history(acme, id, 500);
        JsonNode item = all.stream()
                .filter(it -> it.get("type").asString().equals("instance.running"))
                .findFirst()
                .orElseThrow();
        int steps = 0;
        while (true) {
            String cause = item.get("cause").asString();
            JsonNode before = all.stream()
                    .filter(it -> it.get("eventId").asString().equals(cause))
                    .findFirst()
                    .orElse(null);
            if (before == null) {
                break;
            }
            item = before;
            assertThat(++steps).isLessThan(10);
        }
        assertThat(steps).isPositive();
        assertThat(item.get("requestId").asString())
                .isEqualTo(all.getFirst().get("requestId").asString());
    }

    @Test
    void aResourceIsShownAsItWasAtEachRevision() {
        HostedPool pool = HostedPool.roomy(acme);
        JsonNode created = pool.create().ok();
        String id = created.get("id").asString();
        acme.awaitState(id, "running");
        acme.call("instances.stop", "instanceId", id).ok();
        JsonNode stopped = acme.awaitState(id, "stopped");
        JsonNode large = acme.call("instances.resize", "instanceId", id, "flavor", "large")
                .ok();
        for (JsonNode seen : List.of(created, stopped, large)) {
            long revision = seen.get("revision").asLong();
            assertThat(acme.call("audit.at", "resourceId", id, "revision", revision)
                            .ok())
                    .isEqualTo(seen);
        }
        JsonNode later = acme.call(
                        "audit.at",
                        "resourceId",
                        id,
                        "at",
                        large.get("updatedAt").asString())
                .ok();
        assertThat(later).isEqualTo(large);
        acme.call("audit.at", "resourceId", id, "at", "2020-01-01T00:00:00Z").refused("NOT_FOUND");
        acme.call("audit.at", "resourceId", id, "revision", 999).refused("NOT_FOUND");
        acme.call("audit.at", "resourceId", id).refused("INVALID_INPUT");
        acme.call("audit.at", "resourceId", id, "revision", 1, "at", "2020-01-01T00:00:00Z")
                .refused("INVALID_INPUT");
    }

    @Test
    void everyKindHasItsHistory() {
        HostedPool pool = HostedPool.roomy(acme);
        JsonNode node = acme.call("nodes.list").ok().get("items").get(0);
        JsonNode range = acme.call("addressRanges.list").ok().get("items").get(0);
        JsonNode project = acme.call("projects.create", "name", "web").ok();
        JsonNode policy = acme.call(
                        "iam.policies.put",
                        "policyId",
                        "p1",
                        "policy",
                        "permit(principal, action == Action::\"compute:pools:read\", resource);")
                .ok();
        JsonNode token = acme.call("iam.tokens.list").ok().get("items").get(0);
        JsonNode image = acme.call("images.get", "imageId", HostedPool.IMAGE).ok();
        JsonNode flavor = acme.call("flavors.list").ok().get("items").get(0);
        for (JsonNode view : List.of(
                node,
                range,
                project,
                policy,
                token,
                image,
                flavor,
                acme.call("pools.get", "poolId", pool.id()).ok())) {
            String name = view.has("policyId")
                    ? "compute-policy/" + view.get("policyId").asString()
                    : view.has("imageId") && !view.has("id")
                            ? view.get("imageId").asString()
                            : view.has("id")
                                    ? view.get("id").asString()
                                    : view.get("poolId").asString() + "/"
                                            + view.get("name").asString();
            JsonNode at = acme.call(
                            "audit.at",
                            "resourceId",
                            name,
                            "revision",
                            view.get("revision").asLong())
                    .ok();
            assertThat(at).as(name).isEqualTo(view);
            assertThat(history(acme, name, 500)).as(name).isNotEmpty();
        }
        JsonNode quota =
                acme.call("quotas.get", "poolId", pool.id(), "resource", "vcpu").ok();
        assertThat(acme.call(
                                "audit.at",
                                "resourceId",
                                "compute-quota/" + pool.id(),
                                "revision",
                                quota.get("revision").asLong())
                        .ok()
                        .get("items"))
                .contains(quota);
    }

    @Test
    void onlyThoseWhoMayReadEventsSeeTheHistory() {
        HostedPool pool = HostedPool.roomy(acme);
        Api max = server.as(acme.tenantId(), "max", "member");
        String his = pool.createAs(max).ok().get("id").asString();
        String hers = pool.create().ok().get("id").asString();
        max.call("audit.history", "resourceId", his).ok();
        max.call("audit.history", "resourceId", hers).refused("ACCESS_DENIED");
        max.call("audit.at", "resourceId", hers, "revision", 1).refused("ACCESS_DENIED");
        max.call("audit.verify").refused("ACCESS_DENIED");
        max.call("audit.export").refused("ACCESS_DENIED");
        server.as(acme.tenantId(), "rita", "reader")
                .call("audit.history", "resourceId", hers)
                .ok();
        server.newTenant().call("audit.history", "resourceId", hers).refused("NOT_FOUND");
    }

    @Test
    void anExportIsJsonLinesWithACursor() {
        HostedPool pool = HostedPool.roomy(acme);
        String id = pool.running();
        acme.call("instances.resize", "instanceId", id, "flavor", "large").refused("INVALID_STATE");
        List<JsonNode> lines = new ArrayList<>();
        String cursor = "0.0";
        do {
            var raw = Api.send(java.net.http.HttpRequest.newBuilder(acme.uri("audit.export"))
                            .header("Authorization", "Bearer " + acme.token())
                            .POST(java.net.http.HttpRequest.BodyPublishers.ofString("{\"tenantId\": \""
                                    + acme.tenantId() + "\", \"limit\": 1, \"cursor\": \"" + cursor + "\"}")))
                    .raw();
            assertThat(raw.statusCode()).as(raw.body()).isEqualTo(200);
            assertThat(raw.headers().firstValue("content-type").orElse("")).startsWith("application/jsonl");
            raw.body().lines().forEach(line -> lines.add(JSON.readTree(line)));
            cursor = raw.headers().firstValue("X-Cursor").orElse("");
        } while (!cursor.isEmpty());
        JsonNode events = acme.call("events.list", "limit", 500).ok().get("items");
        List<Long> positions = new ArrayList<>();
        events.forEach(it -> positions.add(it.get("position").asLong()));
        assertThat(lines.stream()
                        .filter(it -> it.has("position"))
                        .map(it -> it.get("position").asLong()))
                .isEqualTo(positions);
        assertThat(lines.getLast().get("refusal").get("code").asString()).isEqualTo("INVALID_STATE");
        assertThat(lines.getFirst().get("hash").asString()).hasSize(64);
    }

    /** On a server of its own, since it changes what is stored. */
    @Test
    void oneByteThatIsChangedIsFound() {
        try (BerthServer own = BerthServer.start(BerthServer.temporary(), "--berth.audit.checkpoints=1s")) {
            Api tenant = own.newTenant();
            HostedPool.roomy(tenant).running();
            JdbcTemplate jdbc = own.bean(JdbcTemplate.class);
            own.bean(Chain.class).catchUp();
            own.bean(Chain.class).sign();
            JsonNode proof = tenant.call("audit.verify").ok();
            assertThat(proof.get("intact").asBoolean()).as("%s", proof).isTrue();
            assertThat(proof.get("entries").asLong()).isPositive();
            assertThat(proof.get("signedTo").asLong()).isPositive();

            long position = jdbc.queryForObject(
                    "select position from feed where tenant_id = ? and type = 'instance.running'",
                    Long.class,
                    tenant.tenantId());
            String was = "update domain_event_entry set payload = %s where global_index ="
                    + " (select origin from feed where position = " + position + ")";
            String payload = jdbc.queryForObject(
                    "select payload from domain_event_entry where global_index = (select origin from feed where"
                            + " position = ?)",
                    String.class,
                    position);
            jdbc.update(was.formatted("overlay(payload placing '7' from length(payload) - 1 for 1)"));
            assertThat(altered(tenant)).isEqualTo(position);
            jdbc.update(
                    "update domain_event_entry set payload = ? where global_index ="
                            + " (select origin from feed where position = ?)",
                    payload,
                    position);
            assertThat(tenant.call("audit.verify").ok().get("intact").asBoolean())
                    .isTrue();

            jdbc.update("update feed set data = data || ' ' where position = ?", position);
            assertThat(altered(tenant)).isEqualTo(position);
            jdbc.update("update feed set data = rtrim(data) where position = ?", position);

            // Made anew from there on, the chain is whole in itself, but not the one that was signed.
            jdbc.update("update feed set data = data || ' ' where position = ?", position);
            jdbc.update("delete from audit_chain where position >= ?", position);
            jdbc.update(
                    "update audit_head h set position = c.position, hash = c.hash from audit_chain c"
                            + " where h.tenant_id = ? and c.position = (select max(x.position) from audit_chain x"
                            + " where x.tenant_id = h.tenant_id)",
                    tenant.tenantId());
            jdbc.update("update audit_progress set position = ?", position - 1);
            own.bean(Chain.class).catchUp();
            assertThat(altered(tenant)).isGreaterThanOrEqualTo(position);
        }
    }

    private static long altered(Api tenant) {
        JsonNode proof = tenant.call("audit.verify").ok();
        assertThat(proof.get("intact").asBoolean()).as("%s", proof).isFalse();
        return proof.get("firstAltered").get("position").asLong();
    }
}
