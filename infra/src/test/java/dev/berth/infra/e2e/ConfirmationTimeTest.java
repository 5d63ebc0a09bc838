package dev.berth.infra.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What the hour does to confirmations. Time stands still here but for what the tests let pass. */
class ConfirmationTimeTest {
    private static final Duration AN_HOUR_ALL_BUT = Duration.ofHours(1).minusMillis(1);
    private static final AtomicReference<Instant> NOW =
            new AtomicReference<>(Instant.now().truncatedTo(ChronoUnit.MILLIS));

    private static BerthServer server;

    private Api bob;
    private Api agent;

    @BeforeAll
    static void start() {
        server = BerthServer.startAt(NOW::get, BerthServer.temporary());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void people() {
        Api ann = server.newTenant();
        ann.call(
                        "iam.policies.put",
                        "policyId",
                        "ask",
                        "policy",
                        "@confirmation(\"required\") permit(principal, action == Action::\"compute:projects:create\","
                                + " resource);")
                .ok();
        bob = server.as(ann.tenantId(), "bob", "reader");
        agent = Things.delegated(server, ann.tenantId(), "bob", "reader");
    }

    private static void pass(Duration time) {
        NOW.updateAndGet(now -> now.plus(time));
    }

    private String ask(String name) {
        return agent.call("projects.create", "name", name)
                .refused("CONFIRMATION_REQUIRED")
                .get("confirmationId")
                .asString();
    }

    private JsonNode listed(String id) {
        return bob.call("iam.confirmations.list")
                .ok()
                .get("items")
                .valueStream()
                .filter(it -> it.get("id").asString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRequestWaitsAnHourForItsApproval() {
        String late = ask("late");
        String inTime = ask("in-time");
        Instant expires = Instant.parse(listed(late).get("expiresAt").asString());
        assertThat(expires).isEqualTo(NOW.get().plus(Duration.ofHours(1)));
        pass(AN_HOUR_ALL_BUT);
        assertThat(listed(late).get("state").asString()).isEqualTo("pending");
        bob.call("iam.confirmations.approve", "confirmationId", inTime).ok();
        pass(Duration.ofMillis(1));
        assertThat(listed(late).get("state").asString()).isEqualTo("expired");
        assertThat(bob.call("iam.confirmations.approve", "confirmationId", late)
                        .refused("INVALID_STATE")
                        .get("state")
                        .asString())
                .isEqualTo("expired");
        agent.call("projects.create", "name", "in-time").ok();
        // Asked for once more it begins anew.
        assertThat(ask("late")).isEqualTo(late);
        assertThat(listed(late).get("state").asString()).isEqualTo("pending");
        bob.call("iam.confirmations.approve", "confirmationId", late).ok();
        agent.call("projects.create", "name", "late").ok();
    }

    @Test
    void anApprovalIsGoodForAnHour() {
        String late = ask("late");
        String inTime = ask("in-time");
        pass(Duration.ofMinutes(50));
        bob.call("iam.confirmations.approve", "confirmationId", late).ok();
        bob.call("iam.confirmations.approve", "confirmationId", inTime).ok();
        pass(AN_HOUR_ALL_BUT);
        agent.call("projects.create", "name", "in-time").ok();
        pass(Duration.ofMillis(1));
        assertThat(listed(late).get("state").asString()).isEqualTo("expired");
        assertThat(ask("late")).isEqualTo(late);
        assertThat(listed(late).get("state").asString()).isEqualTo("pending");
        assertThat(PoolsTest.all(bob.call("projects.list").ok(), "name")).containsExactly("in-time");
    }
}
