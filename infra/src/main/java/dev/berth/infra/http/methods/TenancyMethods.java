package dev.berth.infra.http.methods;

import static dev.berth.api.ErrorCode.CONFLICT;
import static dev.berth.api.ErrorCode.NOT_FOUND;
import static dev.berth.infra.http.ApiMethod.list;
import static dev.berth.infra.http.ApiMethod.mutation;
import static dev.berth.infra.http.ApiMethod.read;

import dev.berth.api.iam.ResourceRef;
import dev.berth.api.iam.Resources;
import dev.berth.api.project.ArchiveProject;
import dev.berth.api.project.CreateProject;
import dev.berth.api.project.GetProject;
import dev.berth.api.project.ListProjects;
import dev.berth.api.project.ProjectView;
import dev.berth.api.quota.GetQuota;
import dev.berth.api.quota.ListQuotas;
import dev.berth.api.quota.QuotaView;
import dev.berth.api.quota.SetQuota;
import dev.berth.api.tenant.ListTenants;
import dev.berth.api.tenant.ResumeTenant;
import dev.berth.api.tenant.SuspendTenant;
import dev.berth.infra.http.ApiMethod;
import dev.berth.infra.http.Mutations;
import dev.berth.infra.http.ReadModels;
import dev.berth.infra.http.Reads;
import dev.berth.infra.http.Reply;
import java.util.List;

/** The groups {@code projects}, {@code quotas} and {@code tenants}. */
final class TenancyMethods {
    private final Mutations mutations;
    private final Reads reads;
    private final ReadModels models;

    TenancyMethods(Mutations mutations, Reads reads, ReadModels models) {
        this.mutations = mutations;
        this.reads = reads;
        this.models = models;
    }

    List<ApiMethod<?>> projects() {
        String thisOne = Input.of("projectId", Examples.PROJECT_ID);
        return List.of(
                mutation("projects.create", CreateProject.class, Examples.PROJECT)
                        .decides("compute:projects:create", "compute-tenant")
                        .summary("Makes a project.")
                        .errors(CONFLICT)
                        .example(Input.of("name", "website"))
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.project(in.tenantId(), id))),
                list("projects.list", ListProjects.class, Examples.PROJECT)
                        .decides("compute:projects:read", "compute-tenant")
                        .summary("The tenant's projects, in order of creation.")
                        .example(Input.of("includeArchived", true))
                        .handledBy((call, in) -> reads.<ProjectView>page(
                                call, in.tenantId(), seen -> models.projects(in, seen), Resources::project)),
                read("projects.get", GetProject.class, Examples.PROJECT)
                        .decides("compute:projects:read", "compute-project")
                        .summary("One project.")
                        .errors(NOT_FOUND)
                        .example(thisOne)
                        .handledBy((call, in) -> reads.one(
                                call,
                                in.tenantId(),
                                "project",
                                "compute-project/" + in.projectId(),
                                () -> models.project(in.tenantId(), in.projectId()),
                                Resources::project)),
                mutation("projects.archive", ArchiveProject.class, Examples.PROJECT)
                        .decides("compute:projects:delete", "compute-project")
                        .summary("Ends new resources in the project and frees its name.")
                        .errors(NOT_FOUND)
                        .example(thisOne)
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.project(in.tenantId(), id))));
    }

    List<ApiMethod<?>> quotas() {
        return List.of(
                list("quotas.list", ListQuotas.class, Examples.QUOTA)
                        .decides("compute:quotas:read", "compute-tenant")
                        .summary("The tenant's quotas: what it may use and uses of each resource of each pool.")
                        .example(Input.of("poolId", Examples.POOL_ID))
                        .handledBy((call, in) -> reads.<QuotaView>page(
                                call,
                                in.tenantId(),
                                seen -> models.quotas(in, seen),
                                view -> Resources.quota(view.tenantId(), view.poolId()))),
                read("quotas.get", GetQuota.class, Examples.QUOTA)
                        .decides("compute:quotas:read", "compute-quota")
                        .summary("The tenant's quota of one resource of a pool.")
                        .errors(NOT_FOUND)
                        .example(Input.of("poolId", Examples.POOL_ID, "resource", "vcpu"))
                        .handledBy((call, in) -> reads.one(
                                call,
                                in.tenantId(),
                                "quota",
                                "compute-quota/" + in.poolId(),
                                () -> models.quota(in.tenantId(), in.poolId(), in.resource()),
                                view -> Resources.quota(view.tenantId(), view.poolId()))),
                mutation("quotas.set", SetQuota.class, Examples.QUOTA)
                        .decides("compute:quotas:update", "compute-pool")
                        .summary("Sets a limit, by the pool's owner or the operator; one under what is used only "
                                + "stops new admissions.")
                        .errors(NOT_FOUND)
                        .example(Input.of("poolId", Examples.POOL_ID, "resource", "vcpu", "max", 200))
                        .handledBy((call, in) -> mutations.show(
                                call,
                                in,
                                id -> models.quota(
                                        in.forTenantId() == null ? in.tenantId() : in.forTenantId(),
                                        in.poolId(),
                                        in.resource()))));
    }

    List<ApiMethod<?>> tenants() {
        String thatOne = Input.of("forTenantId", "globex");
        return List.of(
                list("tenants.list", ListTenants.class, Examples.TENANT_VIEW)
                        .decides("compute:tenants:read", "compute-tenant")
                        .summary("All tenants. The operator only.")
                        .example(Input.of())
                        .handledBy((call, in) -> {
                            if (!call.caller().operator()) {
                                return Reply.refused(call.denied(ResourceRef.tenant(in.tenantId())));
                            }
                            reads.awaitOwnWrites(call, in.tenantId());
                            return Reads.page(models.tenants(in));
                        }),
                mutation("tenants.suspend", SuspendTenant.class, Examples.TENANT_VIEW)
                        .decides("compute:tenants:manage", "compute-tenant")
                        .summary("Lets a tenant only read; what runs stays. The operator only.")
                        .errors(NOT_FOUND)
                        .example(thatOne)
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.tenant(in.forTenantId()))),
                mutation("tenants.resume", ResumeTenant.class, Examples.TENANT_VIEW)
                        .decides("compute:tenants:manage", "compute-tenant")
                        .summary("Lets a suspended tenant change things again. The operator only.")
                        .errors(NOT_FOUND)
                        .example(thatOne)
                        .handledBy((call, in) -> mutations.show(call, in, id -> models.tenant(in.forTenantId()))));
    }
}
