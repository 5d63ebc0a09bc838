package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Tokens, policies, decisions, confirmations and suspended tenants. */
class SessionsTest {
    private final BerthServer server = BerthServer.shared();
    private final Api ann = server.newTenant();

    private Api session(String token) {
        return new Api(server.base(), token, ann.tenantId());
    }

    @Test
    void aTokenIsShownOnceAndRefusedOnceRevoked() {
        JsonNode made = ann.call("iam.tokens.create", "principal", "bob", "roles", List.of("reader"))
                .ok();
        String id = made.get("id").asString();
        Api bob = session(made.get("token").asString());
        bob.call("projects.list").ok();
        JsonNode listed = ann.call("iam.tokens.list").ok();
        assertThat(PoolsTest.all(listed, "id")).contains(id);
        assertThat(listed.get("items").valueStream()).noneMatch(it -> it.has("token"));
        JsonNode revoked = ann.call("iam.tokens.revoke", "tokenId", id).ok();
        assertThat(revoked.has("revokedAt")).isTrue();
        assertThat(revoked.has("token")).isFalse();
        bob.call("projects.list").refused("UNAUTHENTICATED");
        assertThat(ann.call("iam.tokens.revoke", "tokenId", id).ok()).isEqualTo(revoked);
        assertThat(PoolsTest.all(ann.call("iam.tokens.list").ok(), "id")).doesNotContain(id);
        assertThat(PoolsTest.all(
                        ann.call("iam.tokens.list", "includeRevoked", true).ok(), "id"))
                .contains(id);
        ann.call("iam.tokens.revoke", "tokenId", "tok_" + "0".repeat(26)).refused("NOT_FOUND");
        ann.call("iam.tokens.create", "principal", "b b", "roles", List.of()).refused("INVALID_INPUT");
        ann.call("iam.tokens.create", "principal", "b", "roles", List.of("reader", "reader"))
                .refused("INVALID_INPUT");
    }

    @Test
    void aTokenExpires() {
        JsonNode made = ann.call("iam.tokens.create", "principal", "bob", "roles", List.of("reader"), "ttlSeconds", 1)
                .ok();
        Instant expires = Instant.parse(made.get("expiresAt").asString());
        assertThat(expires)
                .isEqualTo(Instant.parse(made.get("createdAt").asString()).plusSeconds(1));
        Api bob = session(made.get("token").asString());
        bob.await(it -> it.path("code").asString("").equals("UNAUTHENTICATED"), "projects.list");
        assertThat(Instant.now()).isAfterOrEqualTo(expires);
    }

    @Test
    void aTokenIsOfOneTenant() {
        Api other = server.newTenant();
        JsonNode details = new Api(server.base(), ann.token(), other.tenantId())
                .call("projects.get", "projectId", "prj_" + "0".repeat(26))
                .refused("ACCESS_DENIED");
        assertThat(details.get("resource").asString()).isEqualTo("compute-tenant/" + other.tenantId());
        assertThat(details.get("action").asString()).isEqualTo("compute:projects:read");
    }

    @Test
    void aPolicyHoldsFromItsAnswerOn() {
        Api bob = server.as(ann.tenantId(), "bob", "member");
        bob.call("projects.create", "name", "a").refused("ACCESS_DENIED");
        String permit = "permit(principal == User::\"bob\", action == Action::\"compute:projects:create\", resource);";
        JsonNode put = ann.call("iam.policies.put", "policyId", "bobs", "policy", permit)
                .ok();
        assertThat(put.get("policy").asString()).isEqualTo(permit);
        bob.call("projects.create", "name", "a").ok();
        String forbid = "forbid(principal, action == Action::\"compute:projects:create\", resource);";
        ann.call("iam.policies.put", "policyId", "none", "policy", forbid).ok();
        bob.call("projects.create", "name", "b").refused("ACCESS_DENIED");
        ann.call("projects.create", "name", "b").refused("ACCESS_DENIED");
        server.operator(ann.tenantId()).call("projects.create", "name", "op").ok();
        assertThat(PoolsTest.all(ann.call("iam.policies.list").ok(), "policyId"))
                .containsExactly("bobs", "none");
        ann.call("iam.policies.delete", "policyId", "none").ok();
        bob.call("projects.create", "name", "b").ok();
        ann.call("iam.policies.delete", "policyId", "bobs").ok();
        bob.call("projects.create", "name", "c").refused("ACCESS_DENIED");
        assertThat(ann.call("iam.policies.list").ok().get("items")).isEmpty();
        ann.call("iam.policies.delete", "policyId", "never").refused("NOT_FOUND");
    }

    @Test
    void aPolicyThatTestsTheDraft() {
        HostedPool pool = HostedPool.roomy(ann);
        Api bob = server.as(ann.tenantId(), "bob", "member");
        ann.call(
                        "iam.policies.put",
                        "policyId",
                        "small",
                        "policy",
                        "forbid(principal, action == Action::\"compute:instances:create\", resource)"
                                + " when { resource.vcpu > 1 || resource.imageVerified };")
                .ok();
        pool.createAs(bob).ok();
        JsonNode details = pool.createAs(bob, "flavor", "large").refused("ACCESS_DENIED");
        assertThat(details.get("action").asString()).isEqualTo("compute:instances:create");
        assertThat(details.get("resource").asString()).startsWith("compute-instance/inst_");
        assertThat(pool.used("vcpu")).isEqualTo(1);
    }

    @Test
    void aBadPolicyIsRefusedWithCedarsWords() {
        for (String bad : List.of(
                "permit(((",
                "permit(principal, action, resource); permit(principal, action, resource);",
                "permit(principal, action, resource) when { resource.nothing == 1 };",
                "permit(principal == Nobody::\"x\", action, resource);",
                "permit(principal == ?principal, action, resource);")) {
            JsonNode violation = ann.call("iam.policies.put", "policyId", "bad", "policy", bad)
                    .refused("INVALID_INPUT")
                    .get("violations")
                    .get(0);
            assertThat(violation.get("field").asString()).as(bad).isEqualTo("policy");
            assertThat(violation.get("message").asString()).as(bad).isNotBlank();
        }
        assertThat(ann.call("iam.policies.list").ok().get("items")).isEmpty();
    }

    @Test
    void aDecisionIsTestedWithoutBeingMade() {
        Map<String, Object> bobs = Map.of(
                "type", "compute-instance", "id", "inst_" + "0".repeat(26), "attributes", Map.of("createdBy", "bob"));
        Object[] asked = {
            "principal", "bob", "roles", List.of("member"), "action", "compute:instances:delete", "resource", bobs
        };
        assertThat(ann.call("iam.decisions.test", asked).ok().get("decision").asString())
                .isEqualTo("allow");
        asked[1] = "zoe";
        JsonNode denied = ann.call("iam.decisions.test", asked).ok();
        assertThat(denied.get("decision").asString()).isEqualTo("deny");
        assertThat(denied.get("reason").asString()).isNotBlank();
        ann.call(
                        "iam.policies.put",
                        "policyId",
                        "no-deletes",
                        "policy",
                        "forbid(principal, action == Action::\"compute:instances:delete\", resource);")
                .ok();
        asked[1] = "bob";
        JsonNode forbidden = ann.call("iam.decisions.test", asked).ok();
        assertThat(forbidden.get("decision").asString()).isEqualTo("deny");
        assertThat(forbidden.get("policies").valueStream().map(JsonNode::asString))
                .contains("no-deletes");
        for (Object[] odd : new Object[][] {
            {"principal", "b", "action", "compute:nothing:read", "resource", bobs},
            {"principal", "b", "action", "compute:instances:read", "resource", Map.of("type", "compute-x", "id", "y")}
        }) {
            Api.Answer answer = ann.call("iam.decisions.test", odd);
            assertThat(answer.status()).as("%s", answer.body()).isIn(200, 400);
        }
    }

    private static final String CONFIRMED = "@confirmation(\"required\") permit(principal, action in "
            + "[Action::\"compute:projects:create\", Action::\"compute:projects:delete\"], resource);";

    @Test
    void aDelegatedSessionAsksItsPrincipal() {
        ann.call("iam.policies.put", "policyId", "ask", "policy", CONFIRMED).ok();
        Api bob = server.as(ann.tenantId(), "bob", "reader");
        Api agent = Things.delegated(server, ann.tenantId(), "bob", "reader");
        JsonNode asked = agent.call("projects.create", "name", "a").refused("CONFIRMATION_REQUIRED");
        String id = asked.get("confirmationId").asString();
        assertThat(id).startsWith("conf_");
        assertThat(asked.get("action").asString()).isEqualTo("compute:projects:create");
        assertThat(asked.get("resource").asString()).isEqualTo("compute-tenant/" + ann.tenantId());
        assertThat(agent.call("projects.create", "name", "a")
                        .refused("CONFIRMATION_REQUIRED")
                        .get("confirmationId")
                        .asString())
                .isEqualTo(id);
        assertThat(agent.call("projects.create", "name", "b")
                        .refused("CONFIRMATION_REQUIRED")
                        .get("confirmationId")
                        .asString())
                .isNotEqualTo(id);
        JsonNode listed = bob.call("iam.confirmations.list").ok();
        assertThat(PoolsTest.all(listed, "id")).contains(id);
        assertThat(listed.get("items").get(0).get("state").asString()).isEqualTo("pending");
        assertThat(server.as(ann.tenantId(), "zoe", "reader")
                        .call("iam.confirmations.list")
                        .ok()
                        .get("items"))
                .isEmpty();
        agent.call("iam.confirmations.approve", "confirmationId", id).refused("ACCESS_DENIED");
        ann.call("iam.confirmations.approve", "confirmationId", id).refused("ACCESS_DENIED");
        server.operator(ann.tenantId())
                .call("iam.confirmations.approve", "confirmationId", id)
                .refused("ACCESS_DENIED");
        assertThat(bob.call("iam.confirmations.approve", "confirmationId", id)
                        .ok()
                        .get("state")
                        .asString())
                .isEqualTo("approved");
        assertThat(bob.call("iam.confirmations.approve", "confirmationId", id)
                        .refused("INVALID_STATE")
                        .get("state")
                        .asString())
                .isEqualTo("approved");
        // Another input of the same method is not what was approved.
        agent.call("projects.create", "name", "c").refused("CONFIRMATION_REQUIRED");
        String project =
                agent.call("projects.create", "name", "a").ok().get("id").asString();
        assertThat(states(bob, id)).isEqualTo("used");
        assertThat(agent.call("projects.archive", "projectId", project)
                        .refused("CONFIRMATION_REQUIRED")
                        .get("resource")
                        .asString())
                .isEqualTo("compute-project/" + project);
        // The permit is an ordinary one for the principal's own session.
        bob.call("projects.archive", "projectId", project).ok();
        String again = agent.call("projects.create", "name", "a")
                .refused("CONFIRMATION_REQUIRED")
                .get("confirmationId")
                .asString();
        assertThat(states(bob, again)).isEqualTo("pending");
        bob.call("iam.confirmations.approve", "confirmationId", again).ok();
        agent.call("projects.create", "name", "a").ok();
        bob.call("iam.confirmations.approve", "confirmationId", "conf_" + "0".repeat(52))
                .refused("NOT_FOUND");
    }

    /** Whatever its roles: none of its ways leads to a session of its own that approves. */
    @Test
    void aDelegatedSessionCanMakeNoSessionThatApproves() {
        ann.call("iam.policies.put", "policyId", "ask", "policy", CONFIRMED).ok();
        for (String role : List.of("reader", "member", "admin")) {
            Api agent = Things.delegated(server, ann.tenantId(), "bob", role);
            for (String principal : List.of("bob", "zoe")) {
                JsonNode details = agent.call("iam.tokens.create", "principal", principal, "roles", List.of(role))
                        .refused("ACCESS_DENIED");
                assertThat(details.get("action").asString()).isEqualTo("compute:iam:manage");
                assertThat(details.get("resource").asString()).isEqualTo("compute-tenant/" + ann.tenantId());
            }
            Api.Answer delegated =
                    agent.call("iam.tokens.create", "principal", "bob", "roles", List.of("reader"), "delegate", true);
            if (!role.equals("admin")) {
                delegated.refused("ACCESS_DENIED");
                continue;
            }
            Api second = session(delegated.ok().get("token").asString());
            String id = second.call("projects.create", "name", "a")
                    .refused("CONFIRMATION_REQUIRED")
                    .get("confirmationId")
                    .asString();
            for (Api delegate : List.of(agent, second)) {
                delegate.call("iam.confirmations.approve", "confirmationId", id).refused("ACCESS_DENIED");
            }
            second.call("projects.create", "name", "a").refused("CONFIRMATION_REQUIRED");
        }
        assertThat(ann.call("iam.tokens.list", "limit", 200).ok().get("items").valueStream())
                .noneMatch(it -> it.get("createdBy").asString().equals("bob")
                        && !it.get("delegate").asBoolean());
    }

    private static String states(Api api, String confirmationId) {
        return api.call("iam.confirmations.list", "limit", 200)
                .ok()
                .get("items")
                .valueStream()
                .filter(it -> it.get("id").asString().equals(confirmationId))
                .map(it -> it.get("state").asString())
                .findFirst()
                .orElse("none");
    }

    @Test
    void anApprovedCreateKeepsItsKeyAndItsOneUse() {
        HostedPool pool = HostedPool.roomy(ann);
        ann.call(
                        "iam.policies.put",
                        "policyId",
                        "ask",
                        "policy",
                        "@confirmation(\"required\") permit(principal, action == Action::\"compute:instances:create\","
                                + " resource);")
                .ok();
        Api bob = server.as(ann.tenantId(), "bob", "reader");
        Api agent = Things.delegated(server, ann.tenantId(), "bob", "reader");
        String id = pool.createAs(agent, "idempotencyKey", "k")
                .refused("CONFIRMATION_REQUIRED")
                .get("confirmationId")
                .asString();
        assertThat(pool.used("vcpu")).isZero();
        bob.call("iam.confirmations.approve", "confirmationId", id).ok();
        String instance =
                pool.createAs(agent, "idempotencyKey", "k").ok().get("id").asString();
        // A retry of what was done is answered without another decision.
        assertThat(pool.createAs(agent, "idempotencyKey", "k").ok().get("id").asString())
                .isEqualTo(instance);
        pool.createAs(agent, "idempotencyKey", "k2").refused("CONFIRMATION_REQUIRED");
        assertThat(pool.used("vcpu")).isEqualTo(1);
    }

    @Test
    void aSuspendedTenantOnlyReads() {
        HostedPool pool = HostedPool.roomy(ann);
        String instance = pool.running();
        Api operator = server.operator(ann.tenantId());
        ann.call("tenants.suspend", "forTenantId", ann.tenantId()).refused("ACCESS_DENIED");
        ann.call("tenants.list").refused("ACCESS_DENIED");
        assertThat(operator.call("tenants.suspend", "forTenantId", ann.tenantId())
                        .ok()
                        .get("state")
                        .asString())
                .isEqualTo("suspended");
        JsonNode details = pool.create().refused("ACCESS_DENIED");
        assertThat(details.get("action").asString()).isEqualTo("compute:instances:create");
        ann.call("instances.stop", "instanceId", instance).refused("ACCESS_DENIED");
        ann.call("iam.tokens.create", "principal", "x", "roles", List.of("reader"))
                .refused("ACCESS_DENIED");
        ann.call("iam.policies.put", "policyId", "p", "policy", CONFIRMED).refused("ACCESS_DENIED");
        assertThat(ann.call("instances.get", "instanceId", instance)
                        .ok()
                        .get("state")
                        .asString())
                .isEqualTo("running");
        ann.call("pools.list").ok();
        ann.call("events.list").ok();
        assertThat(operator.call("tenants.resume", "forTenantId", ann.tenantId())
                        .ok()
                        .get("state")
                        .asString())
                .isEqualTo("active");
        pool.create().ok();
        operator.call("tenants.suspend", "forTenantId", "no-such-tenant").refused("NOT_FOUND");
        JsonNode page = operator.call("tenants.list", "limit", 1).ok();
        assertThat(page.get("items")).hasSize(1);
        assertThat(page.has("cursor")).isTrue();
    }
}
