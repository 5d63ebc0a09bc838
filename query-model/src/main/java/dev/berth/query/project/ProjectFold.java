package dev.berth.query.project;

import static dev.berth.query.Fold.existing;

import dev.berth.api.pool.LifeState;
import dev.berth.api.project.ProjectEvent;
import dev.berth.api.project.ProjectEvent.ProjectArchived;
import dev.berth.api.project.ProjectEvent.ProjectCreated;
import dev.berth.api.project.ProjectView;
import dev.berth.query.EventMeta;
import org.jspecify.annotations.Nullable;

/**
 * A project as its events make it.
 *
 * <p>Owns: its name and state. Does not own: what is in it. Invariants: archived once, it stays so. On failure: throws for
 * an event before the first one.
 */
public final class ProjectFold {
    private ProjectFold() {}

    /** The project after the event. */
    public static ProjectView fold(@Nullable ProjectView view, ProjectEvent event, EventMeta meta) {
        return switch (event) {
            case ProjectCreated created ->
                new ProjectView(
                        created.projectId(),
                        created.tenantId(),
                        created.createdBy(),
                        meta.time(),
                        meta.time(),
                        meta.revision(),
                        created.name(),
                        LifeState.ACTIVE);
            case ProjectArchived ignored -> {
                ProjectView project = existing(view, event);
                yield new ProjectView(
                        project.id(),
                        project.tenantId(),
                        project.createdBy(),
                        project.createdAt(),
                        meta.time(),
                        meta.revision(),
                        project.name(),
                        LifeState.ARCHIVED);
            }
        };
    }
}
