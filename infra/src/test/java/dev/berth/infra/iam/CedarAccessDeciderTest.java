package dev.berth.infra.iam;

import static dev.berth.api.iam.Role.ADMIN;
import static dev.berth.api.iam.Role.MEMBER;
import static dev.berth.api.iam.Role.READER;
import static dev.berth.infra.iam.Requests.TENANT;
import static dev.berth.infra.iam.Requests.TENANT_RESOURCE;
import static dev.berth.infra.iam.Requests.ann;
import static dev.berth.infra.iam.Requests.by;
import static dev.berth.infra.iam.Requests.delegateOfAnn;
import static dev.berth.infra.iam.Requests.instanceOf;
import static dev.berth.infra.iam.Requests.nobody;
import static dev.berth.infra.iam.Requests.operator;
import static dev.berth.infra.iam.Requests.resource;
import static dev.berth.infra.iam.Requests.stranger;
import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.AccessDecision.Outcome;
import dev.berth.api.iam.AccessRequest;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.ResourceRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CedarAccessDeciderTest {
    private static final String CREATE = "compute:instances:create";
    private static final String READ = "compute:instances:read";

    private final Map<String, PolicyTexts> policies = new ConcurrentHashMap<>();
    private final CedarAccessDecider decider =
            new CedarAccessDecider(tenant -> policies.getOrDefault(tenant, PolicyTexts.NONE));

    @Test
    void aRoleDecidesUnderItsName() {
        AccessDecision decision = decider.decide(by(ann(MEMBER), CREATE, instanceOf("ann", 2)));
        assertThat(decision.outcome()).isEqualTo(Outcome.ALLOW);
        assertThat(decision.policies()).containsExactly("role-member-create");
        assertThat(decision.reason()).isEqualTo("Permitted by role-member-create.");
    }

    @Test
    void aMemberHasOnlyWhatItMade() {
        assertThat(outcome(by(ann(MEMBER), "compute:instances:delete", instanceOf("ann", 2))))
                .isEqualTo(Outcome.ALLOW);
        AccessDecision others = decider.decide(by(ann(MEMBER), "compute:instances:delete", instanceOf("bob", 2)));
        assertThat(others.outcome()).isEqualTo(Outcome.DENY);
        assertThat(others.policies()).isEmpty();
        assertThat(others.reason()).isEqualTo("No policy permits it.");
        assertThat(outcome(by(ann(MEMBER), READ, TENANT_RESOURCE))).isEqualTo(Outcome.ALLOW);
    }

    @Test
    void aForbidOfTheTenantWinsOverItsAdmin() {
        put(
                "small-only",
                "forbid (principal, action == Action::\"" + CREATE + "\", resource) when { resource.vcpu > 4 };");
        AccessDecision large = decider.decide(by(ann(ADMIN), CREATE, instanceOf("ann", 8)));
        assertThat(large.outcome()).isEqualTo(Outcome.DENY);
        assertThat(large.policies()).containsExactly("small-only");
        assertThat(large.reason()).isEqualTo("Forbidden by small-only.");
        assertThat(outcome(by(ann(ADMIN), CREATE, instanceOf("ann", 4)))).isEqualTo(Outcome.ALLOW);
    }

    @Test
    void aPermitOfTheTenantAddsToTheRoles() {
        AccessRequest request = by(nobody(), READ, instanceOf("bob", 2));
        assertThat(outcome(request)).isEqualTo(Outcome.DENY);
        put("ann-reads", "permit (principal == User::\"ann\", action == Action::\"" + READ + "\", resource);");
        assertThat(outcome(request)).isEqualTo(Outcome.ALLOW);
    }

    @Test
    void policiesHoldForTheirOwnTenantOnly() {
        policies.put("other", PolicyTexts.of(Map.of("all", "permit (principal, action, resource);")));
        assertThat(outcome(by(nobody(), READ, TENANT_RESOURCE))).isEqualTo(Outcome.DENY);
        policies.put("other", PolicyTexts.of(Map.of("none", "forbid (principal, action, resource);")));
        assertThat(outcome(by(ann(READER), READ, TENANT_RESOURCE))).isEqualTo(Outcome.ALLOW);
    }

    @Test
    void aPermitOfTheTenantReachesNeitherOtherTenantsNorTheOperatorsMethods() {
        put("all", "permit (principal, action, resource);");
        assertThat(outcome(by(ann(ADMIN), "compute:pools:update", resource("compute-pool", "other", "eve"))))
                .isEqualTo(Outcome.DENY);
        assertThat(outcome(by(ann(ADMIN), "compute:pools:read", resource("compute-pool", "other", "eve"))))
                .isEqualTo(Outcome.ALLOW);
        assertThat(outcome(by(ann(ADMIN), "compute:tenants:manage", TENANT_RESOURCE)))
                .isEqualTo(Outcome.DENY);
        assertThat(outcome(by(stranger(ADMIN), READ, TENANT_RESOURCE))).isEqualTo(Outcome.DENY);
    }

    @Test
    void theOperatorStandsAboveAllPoliciesAndIsRecordedLikeOthers() {
        put("none", "forbid (principal, action, resource);");
        AccessDecision decision = decider.decide(by(operator(), "compute:tenants:manage", TENANT_RESOURCE));
        assertThat(decision.outcome()).isEqualTo(Outcome.ALLOW);
        assertThat(decision.policies()).containsExactly("operator");
        assertThat(decision.policySetVersion()).hasSize(16);
    }

    @Test
    void aConfirmedPermitIsAnOrdinaryOneForThePrincipalsOwnSession() {
        put("ask", "@confirmation(\"required\") permit (principal, action == Action::\"" + CREATE + "\", resource);");
        assertThat(outcome(by(nobody(), CREATE, instanceOf("ann", 2)))).isEqualTo(Outcome.ALLOW);
    }

    @Test
    void aDelegatedSessionThatNothingElsePermitsHasToBeConfirmed() {
        put("ask", "@confirmation(\"required\") permit (principal, action == Action::\"" + CREATE + "\", resource);");
        AccessDecision decision = decider.decide(by(delegateOfAnn(READER), CREATE, instanceOf("ann", 2)));
        assertThat(decision.outcome()).isEqualTo(Outcome.CONFIRM);
        assertThat(decision.policies()).containsExactly("ask");

        assertThat(outcome(by(delegateOfAnn(MEMBER), CREATE, instanceOf("ann", 2))))
                .isEqualTo(Outcome.ALLOW);
        put("never", "forbid (principal, action, resource) when { context.delegated };");
        assertThat(outcome(by(delegateOfAnn(READER), CREATE, instanceOf("ann", 2))))
                .isEqualTo(Outcome.DENY);
    }

    @Test
    void aMisspeltConfirmationPermitsADelegateNothing() {
        put("ask", "@confirmation(\"requird\") permit (principal, action, resource);");
        assertThat(outcome(by(delegateOfAnn(), CREATE, instanceOf("ann", 2)))).isEqualTo(Outcome.CONFIRM);
    }

    @Test
    void aPermitThatCantBeEvaluatedPermitsNothingAndAForbidThatCantBeDenies() {
        ResourceRef bare = new ResourceRef("compute-instance", "inst_1", Map.of("tenantId", TENANT));
        put("small", "permit (principal, action, resource is ComputeInstance) when { resource.vcpu < 4 };");
        AccessDecision notPermitted = decider.decide(by(nobody(), READ, bare));
        assertThat(notPermitted.outcome()).isEqualTo(Outcome.DENY);
        assertThat(notPermitted.reason()).startsWith("No policy permits it. The policy small could not be evaluated: ");

        put("small", "forbid (principal, action, resource is ComputeInstance) when { resource.vcpu > 4 };");
        AccessDecision forbidden = decider.decide(by(ann(ADMIN), READ, bare));
        assertThat(forbidden.outcome()).isEqualTo(Outcome.DENY);
        assertThat(forbidden.policies()).containsExactly("small");
        assertThat(forbidden.reason()).startsWith("The policy small could not be evaluated: ");
    }

    @Test
    void whatTheContractDoesNotKnowIsDenied() {
        assertThat(outcome(by(ann(ADMIN), "compute:instances:fly", TENANT_RESOURCE)))
                .isEqualTo(Outcome.DENY);
        assertThat(outcome(by(ann(ADMIN), READ, new ResourceRef("compute-cloud", "c", Map.of()))))
                .isEqualTo(Outcome.DENY);
        AccessDecision decision =
                decider.decide(by(ann(ADMIN), READ, new ResourceRef("compute-instance", "i", Map.of("vcpu", 1.5))));
        assertThat(decision.outcome()).isEqualTo(Outcome.DENY);
        assertThat(decision.reason()).contains("The attribute vcpu is no text, whole number or truth value");
    }

    @Test
    void theVersionNamesTheContentOfThePolicySet() {
        String before = decider.decide(by(nobody(), READ, TENANT_RESOURCE)).policySetVersion();
        put("a", "permit (principal, action, resource);");
        String with = decider.decide(by(nobody(), READ, TENANT_RESOURCE)).policySetVersion();
        policies.put(TENANT, policies.get(TENANT).without("a"));
        assertThat(with).isNotEqualTo(before);
        assertThat(decider.decide(by(nobody(), READ, TENANT_RESOURCE)).policySetVersion())
                .isEqualTo(before);
    }

    /** The remembered answers are Cedar's own, for whatever else a request of the same case holds. */
    @Test
    void whatIsRememberedIsWhatCedarAnswers() {
        List<Caller> callers = List.of(
                ann(), ann(ADMIN), ann(MEMBER), ann(READER), delegateOfAnn(), delegateOfAnn(ADMIN, MEMBER, READER));
        List<AccessRequest> asked = new ArrayList<>();
        List<AccessRequest> alike = new ArrayList<>();
        for (String type : BuiltIn.names().resourceTypes()) {
            for (String owner : List.of(TENANT, "other")) {
                for (String createdBy : List.of("ann", "bob")) {
                    ResourceRef resource = resource(type, owner, createdBy);
                    for (Caller caller : callers) {
                        for (String action : BuiltIn.names().actions()) {
                            asked.add(by(caller, action, resource));
                            alike.add(by(sibling(caller), action, sibling(resource)));
                        }
                    }
                }
            }
        }
        asked.forEach(decider::decide);
        alike.parallelStream()
                .forEach(request ->
                        assertThat(decider.decide(request)).as("%s", request).isEqualTo(decider.byCedar(request)));
        System.out.println("Compared with Cedar: " + alike.size() + " decisions");
    }

    /** Another request of the same case: other names, other ids, other attributes. */
    private static ResourceRef sibling(ResourceRef resource) {
        Map<String, Object> attributes = new HashMap<>(resource.attributes());
        attributes.replace("createdBy", "ann", "zoe");
        attributes.put("state", "deleted");
        attributes.put("vcpu", 512L);
        attributes.put("imageVerified", false);
        return new ResourceRef(resource.type(), "another", attributes);
    }

    private static Caller sibling(Caller caller) {
        return new Caller("zoe", caller.tenantId(), caller.roles(), caller.delegated(), "tok_9", false);
    }

    @Test
    void policiesMayChangeWhileDecisionsAreMade() throws Exception {
        String forbid = "forbid (principal, action == Action::\"" + CREATE + "\", resource);";
        AtomicBoolean done = new AtomicBoolean();
        AccessRequest create = by(ann(ADMIN), CREATE, instanceOf("ann", 2));
        AccessRequest read = by(ann(ADMIN), READ, instanceOf("ann", 2));
        try (var pool = Executors.newFixedThreadPool(5)) {
            Callable<Integer> reader = () -> {
                int seen = 0;
                while (!done.get()) {
                    assertThat(outcome(read)).isEqualTo(Outcome.ALLOW);
                    AccessDecision decision = decider.decide(create);
                    assertThat(decision.policies())
                            .isEqualTo(decision.allowed() ? List.of("role-admin") : List.of("no-creates"));
                    seen++;
                }
                return seen;
            };
            List<Future<Integer>> readers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                readers.add(pool.submit(reader));
            }
            try {
                for (int i = 0; i < 100; i++) {
                    put("no-creates", forbid);
                    assertThat(outcome(create)).as("from the put on").isEqualTo(Outcome.DENY);
                    policies.put(TENANT, PolicyTexts.NONE);
                    assertThat(outcome(create)).as("from its removal on").isEqualTo(Outcome.ALLOW);
                }
            } finally {
                done.set(true);
            }
            for (Future<Integer> running : readers) {
                assertThat(running.get()).isPositive();
            }
        }
    }

    /** Prints what decisions cost; asserts nothing about time. */
    @Test
    void tenThousandDecisions() {
        AccessRequest request = by(ann(MEMBER), CREATE, instanceOf("ann", 2));
        for (String kind : List.of("built-in", "one policy", "twenty policies")) {
            int own = switch (kind) {
                case "built-in" -> 0;
                case "one policy" -> 1;
                default -> 20;
            };
            policies.remove(TENANT);
            for (int i = 0; i < own; i++) {
                put(
                        "p" + i,
                        "forbid (principal, action == Action::\"" + CREATE + "\", resource) when { resource.vcpu > "
                                + (i + 2) + " };");
            }
            for (int warm = 0; warm < 3_000; warm++) {
                decider.decide(request);
            }
            long start = System.nanoTime();
            int allowed = 0;
            for (int i = 0; i < 10_000; i++) {
                allowed += decider.decide(request).allowed() ? 1 : 0;
            }
            System.out.printf("%s: %.1f us a decision%n", kind, (System.nanoTime() - start) / 10_000 / 1e3);
            assertThat(allowed).isEqualTo(10_000);
        }
    }

    private void put(String policyId, String text) {
        assertThat(new CedarPolicyChecker().problem(text)).isEmpty();
        policies.put(TENANT, policies.getOrDefault(TENANT, PolicyTexts.NONE).with(policyId, text));
    }

    private Outcome outcome(AccessRequest request) {
        return decider.decide(request).outcome();
    }
}
