package dev.berth.command.project;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.project.ArchiveProject;
import dev.berth.api.project.CreateProject;
import dev.berth.api.project.ProjectEvent.ProjectCreated;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import dev.berth.command.naming.Names;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * What a tenant may do with its projects.
 *
 * <p>Owns: the order of checks. Does not own: what is in a project, which an archive leaves as it is. Invariants: a name
 * stands for one live project of its tenant. On failure: nothing is kept; the caller may ask again.
 */
public final class ProjectCommands {
    private final Gate gate;
    private final Streams<Project> projects;
    private final Names names;

    /** The commands of a deployment. */
    public ProjectCommands(Gate gate, Streams<Project> projects, Names names) {
        this.gate = gate;
        this.projects = projects;
        this.names = names;
    }

    /** Makes a project. */
    @CommandHandler
    public Outcome<Affected> handle(CreateProject command, @MetaDataValue(Context.KEY) Context context) {
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        return gate.pass(context, command, "projects.create", "compute:projects:create", tenant, meta -> {
            Optional<String> holder = names.holder(command.tenantId(), Names.Kind.PROJECT, command.name());
            if (holder.isPresent()) {
                return Outcome.refused(
                        Problem.conflict("Another project of the tenant has this name.", "projectId", holder.get()));
            }
            String id = context.newId("prj");
            String by = context.caller().principal();
            projects.create(() -> Project.create(new ProjectCreated(id, command.tenantId(), by, command.name()), meta));
            names.claim(command.tenantId(), Names.Kind.PROJECT, command.name(), id, MetaData.emptyInstance());
            return Outcome.done(new Affected(id));
        });
    }

    /** Ends new resources in it and frees its name. Asked again it changes nothing. */
    @CommandHandler
    public Outcome<Affected> handle(ArchiveProject command, @MetaDataValue(Context.KEY) Context context) {
        String id = command.projectId();
        Optional<Streams.Loaded<Project>> found =
                projects.find(id).filter(it -> it.get(Project::tenantId).equals(command.tenantId()));
        if (found.isEmpty()) {
            return Outcome.refused(Problem.notFound("project", "compute-project/" + id));
        }
        Streams.Loaded<Project> project = found.get();
        ResourceRef resource = project.get(Project::resource);
        return gate.pass(context, command, "projects.archive", "compute:projects:delete", resource, meta -> {
            if (!project.get(Project::isArchived)) {
                project.apply(it -> it.archive(meta));
                names.release(
                        command.tenantId(),
                        Names.Kind.PROJECT,
                        project.get(Project::name),
                        id,
                        MetaData.emptyInstance());
            }
            return Outcome.done(new Affected(id));
        });
    }
}
