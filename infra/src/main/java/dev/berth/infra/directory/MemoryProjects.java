package dev.berth.infra.directory;

import dev.berth.api.project.ProjectEvent;
import dev.berth.api.project.ProjectView;
import dev.berth.command.project.ProjectDirectory;
import dev.berth.query.project.ProjectTable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Projects in memory. */
final class MemoryProjects extends MemoryTable<ProjectView, ProjectEvent> implements ProjectDirectory {
    MemoryProjects() {
        super(ProjectTable.TABLE);
    }

    @Override
    void changed(String id, @Nullable ProjectView before, ProjectView after) {}

    @Override
    public Optional<ProjectView> project(String projectId) {
        return find(projectId);
    }
}
