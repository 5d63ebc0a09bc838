package dev.berth.command.project;

import dev.berth.api.Problem;
import dev.berth.api.pool.LifeState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What may be put into a project. */
public final class ProjectRules {
    private ProjectRules() {}

    /** A project that is named must be the tenant's and take new resources. */
    public static Optional<Problem> usable(ProjectDirectory projects, String tenantId, @Nullable String projectId) {
        if (projectId == null) {
            return Optional.empty();
        }
        boolean usable = projects.project(projectId)
                .filter(it -> it.tenantId().equals(tenantId) && it.state() == LifeState.ACTIVE)
                .isPresent();
        return usable ? Optional.empty() : Optional.of(Problem.notFound("project", "compute-project/" + projectId));
    }
}
