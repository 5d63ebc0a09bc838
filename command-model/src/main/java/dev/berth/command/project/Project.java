package dev.berth.command.project;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.project.ProjectEvent;
import dev.berth.api.project.ProjectEvent.ProjectArchived;
import dev.berth.api.project.ProjectEvent.ProjectCreated;
import java.util.Map;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * A project: a label under which a tenant groups its resources.
 *
 * <p>Owns: its name and whether anything new may be put into it. Does not own: what is in it. Invariants: once archived
 * it stays archived. On failure: nothing is kept; the caller may ask again.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Project {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private String createdBy = "";
    private String name = "";
    private boolean archived;

    Project() {}

    static Project create(ProjectCreated created, MetaData meta) {
        Project project = new Project();
        apply(created, meta);
        return project;
    }

    void archive(MetaData meta) {
        apply(new ProjectArchived(id, tenantId), meta);
    }

    boolean isArchived() {
        return archived;
    }

    String tenantId() {
        return tenantId;
    }

    String name() {
        return name;
    }

    /** As policies see it. */
    ResourceRef resource() {
        return new ResourceRef(
                "compute-project",
                id,
                Map.of(
                        "tenantId", tenantId,
                        "createdBy", createdBy,
                        "state", archived ? "archived" : "active"));
    }

    @EventSourcingHandler
    void on(ProjectEvent event) {
        switch (event) {
            case ProjectCreated created -> {
                id = created.projectId();
                tenantId = created.tenantId();
                createdBy = created.createdBy();
                name = created.name();
            }
            case ProjectArchived ended -> archived = true;
        }
    }
}
