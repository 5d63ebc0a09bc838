package dev.berth.command.iam;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.id;
import static dev.berth.command.Given.tenants;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.delegate;
import static dev.berth.command.Scenario.given;
import static dev.berth.command.Scenario.operator;

import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.CreateToken;
import dev.berth.api.iam.DeletePolicy;
import dev.berth.api.iam.PolicyEvent.PolicyDeleted;
import dev.berth.api.iam.PolicyEvent.PolicyPut;
import dev.berth.api.iam.PutPolicy;
import dev.berth.api.iam.RevokeToken;
import dev.berth.api.iam.Role;
import dev.berth.api.iam.TokenEvent.TokenCreated;
import dev.berth.api.iam.TokenEvent.TokenRevoked;
import dev.berth.api.tenant.TenantEvent.TenantCreated;
import dev.berth.command.Scenario;
import dev.berth.command.tenant.Tenant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tokens and policies. */
class IamCommandsTest {
    private static final String HASH = "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8";
    private static final String POLICY = "forbid (principal, action, resource);";

    private static CreateToken token(String tenantId, Integer ttlSeconds) {
        return new CreateToken(tenantId, "bob", Set.of(Role.READER), ttlSeconds, false);
    }

    @Test
    void aTenantBeginsWithTheOperatorsFirstTokenForIt() {
        String first = Scenario.newId("tok", 1);
        String second = Scenario.newId("tok", 2);
        given().when(token(ACME, null))
                .with(TokenCommands.TOKEN_HASH, HASH)
                .as(operator())
                .answers(first)
                .then(
                        new TenantCreated(Tenant.id(ACME), ACME),
                        new TokenCreated(first, ACME, "operator", "bob", Set.of(Role.READER), false, null, HASH))
                .when(token(ACME, null))
                .with(TokenCommands.TOKEN_HASH, HASH)
                .as(operator())
                .then(new TokenCreated(second, ACME, "operator", "bob", Set.of(Role.READER), false, null, HASH));
    }

    /** Or else it could make itself a session that approves what it asks for. */
    @Test
    void aDelegatedSessionMakesDelegatedTokensAlone() {
        Set<Role> admins = Set.of(Role.ADMIN);
        Map<String, Object> denied = Map.of("action", "compute:iam:manage", "resource", "compute-tenant/" + ACME);
        given(tenants(ACME))
                .when(new CreateToken(ACME, "ann", admins, null, false))
                .with(TokenCommands.TOKEN_HASH, HASH)
                .as(delegate(ACME))
                .refused(ErrorCode.ACCESS_DENIED, denied)
                .when(new CreateToken(ACME, "bob", admins, null, false))
                .with(TokenCommands.TOKEN_HASH, HASH)
                .as(delegate(ACME))
                .refused(ErrorCode.ACCESS_DENIED, denied)
                .when(new CreateToken(ACME, "ann", admins, null, true))
                .with(TokenCommands.TOKEN_HASH, HASH)
                .as(delegate(ACME))
                .thenHappened("iam.token.created");
    }

    @Test
    void aTokenEndsByItselfOrIsRevokedOnce() {
        String id = Scenario.newId("tok", 1);
        Scenario scenario = given(tenants(ACME));
        scenario.when(token(ACME, 60))
                .with(TokenCommands.TOKEN_HASH, HASH)
                .as(admin(ACME))
                .then(new TokenCreated(
                        id,
                        ACME,
                        "ann",
                        "bob",
                        Set.of(Role.READER),
                        false,
                        scenario.now().plusSeconds(60),
                        HASH))
                .when(new RevokeToken(OTHER, id))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-token/" + id))
                .when(new RevokeToken(ACME, id))
                .as(admin(ACME))
                .then(new TokenRevoked(id, ACME))
                .when(new RevokeToken(ACME, id))
                .as(admin(ACME))
                .unchanged()
                .when(new RevokeToken(ACME, id("tok", 9)))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-token/" + id("tok", 9)));
    }

    @Test
    void aPolicyIsPutReplacedAndDeleted() {
        String stream = Ids.derived("pcy", ACME, "p1");
        given(tenants(ACME))
                .when(new PutPolicy(ACME, "p1", POLICY))
                .as(admin(ACME))
                .answers("p1")
                .then(new PolicyPut(stream, ACME, "p1", "ann", POLICY))
                .when(new PutPolicy(ACME, "p1", POLICY))
                .as(admin(ACME))
                .unchanged()
                .when(new PutPolicy(ACME, "p1", "permit (principal, action, resource);"))
                .as(admin(ACME))
                .thenHappened("iam.policy.put")
                .when(new DeletePolicy(ACME, "p1"))
                .as(admin(ACME))
                .then(new PolicyDeleted(stream, ACME, "p1"))
                .when(new DeletePolicy(ACME, "p1"))
                .as(admin(ACME))
                .unchanged()
                .when(new PutPolicy(ACME, "p1", "permit (principal, action, resource);"))
                .as(admin(ACME))
                .thenHappened("iam.policy.put")
                .when(new DeletePolicy(ACME, "p2"))
                .as(admin(ACME))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-policy/p2"));
    }

    @Test
    void whatIsNoPolicyIsNotKept() {
        given(tenants(ACME))
                .when(new PutPolicy(ACME, "p1", "let me in"))
                .as(admin(ACME))
                .refusedFields("policy");
    }

    @Test
    void whoMayNotManageIsDeniedEverything() {
        Map<String, String> denied = Map.of("action", "compute:iam:manage", "resource", "compute-tenant/" + ACME);
        String id = id("tok", 1);
        given(tenants(ACME))
                .and(
                        new TokenCreated(id, ACME, "ann", "bob", Set.of(Role.READER), false, null, HASH),
                        new PolicyPut(Ids.derived("pcy", ACME, "p1"), ACME, "p1", "ann", POLICY))
                .wherePoliciesSay(AccessDecision.Outcome.DENY)
                .when(token(ACME, null))
                .with(TokenCommands.TOKEN_HASH, HASH)
                .as(Scenario.member(ACME))
                .refused(ErrorCode.ACCESS_DENIED, denied)
                .when(new RevokeToken(ACME, id))
                .as(Scenario.member(ACME))
                .refused(ErrorCode.ACCESS_DENIED, denied)
                .when(new PutPolicy(ACME, "p2", POLICY))
                .as(Scenario.member(ACME))
                .refused(ErrorCode.ACCESS_DENIED, denied)
                .when(new DeletePolicy(ACME, "p1"))
                .as(Scenario.member(ACME))
                .refused(ErrorCode.ACCESS_DENIED, denied);
    }
}
