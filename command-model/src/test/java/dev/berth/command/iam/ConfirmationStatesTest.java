package dev.berth.command.iam;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.PROJECT;
import static dev.berth.command.Given.project;
import static dev.berth.command.Given.tenants;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.all;
import static dev.berth.command.Scenario.delegate;
import static dev.berth.command.Scenario.member;
import static dev.berth.command.Scenario.operator;

import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.ApproveConfirmation;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationApproved;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationRequested;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationUsed;
import dev.berth.api.project.ArchiveProject;
import dev.berth.command.Scenario;
import dev.berth.command.StateTable;
import dev.berth.command.TestDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Everything that can be asked of a confirmation in every situation. */
class ConfirmationStatesTest {
    private static final ArchiveProject CALL = new ArchiveProject(ACME, PROJECT);
    private static final String ID = Ids.derived("conf", ACME, "ann", "projects.archive", TestDigest.of(CALL));
    private static final Map<String, String> REQUIRED =
            Map.of("confirmationId", ID, "action", "compute:projects:delete", "resource", "compute-project/" + PROJECT);

    enum Situation {
        PENDING,
        PENDING_TOO_LONG,
        APPROVED,
        APPROVED_TOO_LONG,
        USED;

        private Scenario given() {
            Scenario scenario = Scenario.given(all(tenants(ACME), project(PROJECT, ACME, "web")))
                    .decidedBy(request -> decision(
                            request.caller().delegated() && request.action().startsWith("compute:projects:")
                                    ? AccessDecision.Outcome.CONFIRM
                                    : AccessDecision.Outcome.ALLOW));
            Instant until = scenario.now().plus(Duration.ofHours(1));
            scenario.and(new ConfirmationRequested(
                    ID, ACME, "ann", "compute:projects:delete", "compute-project/" + PROJECT, until));
            if (this == APPROVED || this == APPROVED_TOO_LONG || this == USED) {
                scenario.and(new ConfirmationApproved(ID, ACME, until));
            }
            if (this == USED) {
                scenario.and(new ConfirmationUsed(ID, ACME));
            }
            boolean late = this == PENDING_TOO_LONG || this == APPROVED_TOO_LONG;
            return scenario.after(late ? Duration.ofHours(1) : Duration.ofMinutes(59));
        }
    }

    private static AccessDecision decision(AccessDecision.Outcome outcome) {
        return new AccessDecision(outcome, java.util.List.of("p"), "1", "");
    }

    @Test
    void everythingThatCanBeAskedInEverySituation() {
        StateTable.check("confirmation-states.txt", Situation.class, Situation::given, acts(), it -> {
            Instant now = it.now();
            return it.see(
                    Confirmation.class,
                    ID,
                    confirmation -> confirmation.state(now).name().toLowerCase(Locale.ROOT));
        });
    }

    private static Map<String, Function<Scenario, Scenario.Answer>> acts() {
        ApproveConfirmation approve = new ApproveConfirmation(ACME, ID);
        Map<String, Function<Scenario, Scenario.Answer>> acts = new LinkedHashMap<>();
        acts.put("call by the delegate", it -> it.when(CALL).as(delegate(ACME)));
        acts.put("call by the principal", it -> it.when(CALL).as(admin(ACME)));
        acts.put("approve", it -> it.when(approve).as(admin(ACME)));
        acts.put("approve by the delegate", it -> it.when(approve).as(delegate(ACME)));
        acts.put("approve by another", it -> it.when(approve).as(member(ACME)));
        acts.put("approve by the operator", it -> it.when(approve).as(operator()));
        acts.put(
                "approve from elsewhere",
                it -> it.when(new ApproveConfirmation(OTHER, ID)).as(admin(OTHER)));
        return acts;
    }

    @Test
    void anApprovalIsGoodForOneCall() {
        Scenario.given(all(tenants(ACME), project(PROJECT, ACME, "web")))
                .wherePoliciesSay(AccessDecision.Outcome.CONFIRM)
                .when(CALL)
                .as(delegate(ACME))
                .refused(ErrorCode.CONFIRMATION_REQUIRED, REQUIRED)
                .after(Duration.ofMinutes(1))
                .when(CALL)
                .as(delegate(ACME))
                .refused(ErrorCode.CONFIRMATION_REQUIRED, REQUIRED)
                .wherePoliciesSay(AccessDecision.Outcome.ALLOW)
                .when(new ApproveConfirmation(ACME, ID))
                .as(admin(ACME))
                .thenHappened("iam.confirmation.approved")
                .wherePoliciesSay(AccessDecision.Outcome.CONFIRM)
                .when(CALL)
                .as(delegate(ACME))
                .thenHappened("project.archived", "name.released", "iam.confirmation.used")
                .when(CALL)
                .as(delegate(ACME))
                .refused(ErrorCode.CONFIRMATION_REQUIRED, REQUIRED);
    }
}
