package dev.berth.infra.iam;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.api.iam.AccessDecision.Outcome;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CedarPolicyCheckerTest {
    private final CedarPolicyChecker checker = new CedarPolicyChecker();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "permit (principal, action, resource);",
                "forbid (principal, action == Action::\"compute:instances:create\", resource) when { resource.vcpu > 4"
                        + " };",
                "forbid (principal, action, resource is ComputeInstance) when { !resource.imageVerified };",
                "permit (principal == User::\"ann\", action == Action::\"compute:instances:update\", resource)"
                        + " when { resource has projectId && resource.projectId == \"prj_1\" };",
                "@id(\"x\") @confirmation(\"required\") permit (principal, action in"
                        + " [Action::\"compute:volumes:manage\"], resource is ComputeProviderVolume)"
                        + " when { resource.sizeGiB <= 100 && context.delegated };"
            })
    void takesOneValidPolicy(String policy) {
        assertThat(checker.problem(policy)).isEmpty();
    }

    @Test
    void refusesWhatIsNoPolicyInCedarsOwnWords() {
        assertThat(checker.problem("permit (principal, action, resource)")).contains("unexpected end of input");
        assertThat(checker.problem("allow everything")).get().asString().contains("unexpected token `everything`");
    }

    @Test
    void refusesNoneAndTwoAndATemplate() {
        String one = "permit (principal, action, resource);";
        assertThat(checker.problem("// nothing")).contains("Exactly one policy is expected, not 0");
        assertThat(checker.problem(one + one)).contains("Exactly one policy is expected, not 2");
        assertThat(checker.problem("permit (principal == ?principal, action, resource);"))
                .get()
                .asString()
                .startsWith("A template is no policy");
    }

    @Test
    void refusesWhatTheSchemaDoesNotKnow() {
        assertThat(checker.problem("permit (principal, action == Action::\"compute:instances:creat\", resource);"))
                .get()
                .asString()
                .contains("unrecognized action", "did you mean `Action::\"compute:instances:create\"`?");
        assertThat(checker.problem(
                        "permit (principal, action, resource is ComputeInstance) when { resource.cpu > 4 };"))
                .get()
                .asString()
                .contains("attribute `cpu` on entity type `ComputeInstance` not found");
    }

    @Test
    void refusesToReadAnAttributeThatMayBeAbsent() {
        assertThat(checker.problem("forbid (principal, action, resource is ComputeInstance)"
                        + " when { resource.projectId == \"prj_1\" };"))
                .get()
                .asString()
                .contains("unable to guarantee safety of access to optional attribute `projectId`");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "[", "{a:"})
    void refusesNestingThatWouldEndTheProcess(String bracket) {
        String policy = "permit (principal, action, resource) when { " + bracket.repeat(5_000);
        assertThat(checker.problem(policy)).contains("Too complex: at most 16 brackets can be nested");
    }

    @Test
    void refusesChainsThatWouldNotBeEvaluated() {
        String chain = "principal.name == \"a\" || ".repeat(200) + "false";
        assertThat(checker.problem(when(chain))).get().asString().startsWith("Too complex: at most 64");
        assertThat(checker.problem(when("if true then false else ".repeat(17) + "true")))
                .contains("Too complex: at most 16 conditionals (if) are allowed");
        assertThat(checker.problem(when("principal.name" + ".x".repeat(2_000) + " == 1")))
                .isPresent();
    }

    @Test
    void countsNeitherTextsNorComments() {
        String quoted = when("principal.name != \"" + "(||\\\"".repeat(200) + "\" // " + "((||".repeat(200) + "\n");
        assertThat(checker.problem(quoted)).isEmpty();
    }

    @Test
    void whatItTakesIsEvaluatedOnASmallStack() throws InterruptedException {
        for (String condition : new String[] {
            "principal.name == \"a\" || ".repeat(60) + "true",
            "1 + ".repeat(60) + "1 == 61",
            "(".repeat(14) + "true" + ")".repeat(14),
            "if true then ".repeat(16) + "true" + " else false".repeat(16),
        }) {
            String policy = when(condition);
            assertThat(checker.problem(policy)).isEmpty();
            var decider = new CedarAccessDecider(tenant -> PolicyTexts.of(Map.of("complex", policy)));
            var outcome = new AtomicReference<Outcome>();
            Thread small = Thread.ofPlatform()
                    .stackSize(512 << 10)
                    .start(() -> outcome.set(decider.decide(
                                    Requests.by(Requests.nobody(), "compute:nodes:read", Requests.TENANT_RESOURCE))
                            .outcome()));
            small.join();
            assertThat(outcome.get()).isEqualTo(Outcome.ALLOW);
        }
    }

    private static String when(String condition) {
        return "permit (principal, action, resource) when { " + condition + " };";
    }
}
