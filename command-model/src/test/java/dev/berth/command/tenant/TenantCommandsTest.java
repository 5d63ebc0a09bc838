package dev.berth.command.tenant;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.tenants;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.given;
import static dev.berth.command.Scenario.operator;

import dev.berth.api.ErrorCode;
import dev.berth.api.project.CreateProject;
import dev.berth.api.tenant.ResumeTenant;
import dev.berth.api.tenant.SuspendTenant;
import dev.berth.api.tenant.TenantEvent.TenantResumed;
import dev.berth.api.tenant.TenantEvent.TenantSuspended;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TenantCommandsTest {
    private static final Map<String, String> DENIED =
            Map.of("action", "compute:tenants:manage", "resource", "compute-tenant/" + ACME);

    @Test
    void aSuspendedTenantChangesNothingUntilItIsResumed() {
        given(tenants(ACME, OTHER))
                .when(new SuspendTenant(OTHER, ACME))
                .as(operator())
                .answers(ACME)
                .then(new TenantSuspended(Tenant.id(ACME), ACME))
                .when(new SuspendTenant(OTHER, ACME))
                .as(operator())
                .unchanged()
                .when(new CreateProject(ACME, "web"))
                .as(admin(ACME))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:projects:create", "resource", "compute-tenant/" + ACME))
                .when(new CreateProject(OTHER, "web"))
                .as(admin(OTHER))
                .thenHappened("project.created", "name.claimed")
                .when(new ResumeTenant(ACME, ACME))
                .as(operator())
                .then(new TenantResumed(Tenant.id(ACME), ACME))
                .when(new ResumeTenant(ACME, ACME))
                .as(operator())
                .unchanged()
                .when(new CreateProject(ACME, "web"))
                .as(admin(ACME))
                .thenHappened("project.created", "name.claimed");
    }

    @Test
    void onlyTheOperatorMayAndOthersLearnNothing() {
        given(tenants(ACME))
                .when(new SuspendTenant(ACME, ACME))
                .as(admin(ACME))
                .refused(ErrorCode.ACCESS_DENIED, DENIED)
                .when(new ResumeTenant(ACME, ACME))
                .as(admin(ACME))
                .refused(ErrorCode.ACCESS_DENIED, DENIED)
                .when(new SuspendTenant(ACME, "nobody"))
                .as(admin(ACME))
                .refused(
                        ErrorCode.ACCESS_DENIED,
                        Map.of("action", "compute:tenants:manage", "resource", "compute-tenant/nobody"))
                .when(new SuspendTenant(ACME, "nobody"))
                .as(operator())
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-tenant/nobody"));
    }
}
