package dev.berth.query.project;

import static dev.berth.query.jooq.Tables.PROJECT;

import dev.berth.api.project.ListProjects;
import dev.berth.api.project.ProjectView;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;

/** Reads projects. */
public final class ProjectQueries {
    private final Listing<ProjectView> projects;

    public ProjectQueries(DSLContext sql) {
        this.projects = new Listing<>(sql, ProjectTable.TABLE);
    }

    /** A project of the tenant, archived ones included. */
    public Optional<ProjectView> get(String tenantId, String projectId) {
        return projects.one(PROJECT.ID.eq(projectId).and(PROJECT.TENANT_ID.eq(tenantId)));
    }

    /** A page of projects. Empty where the cursor is none. */
    public Optional<Page<ProjectView>> list(ListProjects query, Predicate<ProjectView> allowed) {
        Condition where = PROJECT.TENANT_ID.eq(query.tenantId());
        return projects.page(
                List.of(query.includeArchived() ? where : where.and(Listing.NOT_ENDED)),
                query.limit(),
                query.cursor(),
                allowed);
    }
}
