package dev.berth.command.project;

import dev.berth.api.project.ProjectView;
import java.util.Optional;

/** Projects as decisions read them: from memory, at most a second behind the events, archived ones included. */
public interface ProjectDirectory {
    /** The project with this id, whoever owns it. */
    Optional<ProjectView> project(String projectId);
}
