package dev.berth.api.project;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;

/** What happens to a project. */
public sealed interface ProjectEvent extends DomainEvent {
    /** The project. */
    String projectId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return projectId();
    }

    /** A project was made. */
    @Stored(name = "project.created")
    record ProjectCreated(String projectId, String tenantId, String createdBy, String name) implements ProjectEvent {}

    /** It takes no new resources; its name is free again. */
    @Stored(name = "project.archived")
    record ProjectArchived(String projectId, String tenantId) implements ProjectEvent {}
}
