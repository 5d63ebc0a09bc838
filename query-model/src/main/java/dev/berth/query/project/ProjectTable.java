package dev.berth.query.project;

import static dev.berth.query.jooq.Tables.PROJECT;

import dev.berth.api.pool.LifeState;
import dev.berth.api.project.ProjectEvent;
import dev.berth.api.project.ProjectView;
import dev.berth.query.ReadTable;

/** The read table of projects. */
public final class ProjectTable {
    /** The table. */
    public static final ReadTable<ProjectView, ProjectEvent> TABLE = ReadTable.of(
                    PROJECT, ProjectView.class, ProjectEvent.class, ProjectFold::fold)
            .column(PROJECT.TENANT_ID, ProjectView::tenantId)
            .column(PROJECT.CREATED_AT, ProjectView::createdAt)
            .column(PROJECT.ENDED, project -> project.state() == LifeState.ARCHIVED)
            .build();

    private ProjectTable() {}
}
