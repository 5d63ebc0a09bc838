package dev.berth.command.project;

import static dev.berth.command.Given.ACME;
import static dev.berth.command.Given.OTHER;
import static dev.berth.command.Given.PROJECT;
import static dev.berth.command.Given.project;
import static dev.berth.command.Scenario.admin;
import static dev.berth.command.Scenario.given;

import dev.berth.api.ErrorCode;
import dev.berth.api.Ids;
import dev.berth.api.naming.NameEvent.NameClaimed;
import dev.berth.api.naming.NameEvent.NameReleased;
import dev.berth.api.project.ArchiveProject;
import dev.berth.api.project.CreateProject;
import dev.berth.api.project.ProjectEvent.ProjectArchived;
import dev.berth.api.project.ProjectEvent.ProjectCreated;
import dev.berth.command.Scenario;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProjectCommandsTest {
    private static final String NAME = Ids.derived("name", ACME, "project", "web");

    @Test
    void aProjectIsMadeUnderANameOfItsOwn() {
        String id = Scenario.newId("prj", 1);
        given().when(new CreateProject(ACME, "web"))
                .as(admin(ACME))
                .answers(id)
                .then(new ProjectCreated(id, ACME, "ann", "web"), new NameClaimed(NAME, ACME, "project", "web", id))
                .when(new CreateProject(ACME, "web"))
                .as(admin(ACME))
                .refused(ErrorCode.CONFLICT, Map.of("projectId", id))
                .when(new CreateProject(OTHER, "web"))
                .as(admin(OTHER))
                .thenHappened("project.created", "name.claimed");
    }

    @Test
    void anArchivedProjectFreesItsNameOnce() {
        given(project(PROJECT, ACME, "web"))
                .when(new ArchiveProject(ACME, PROJECT))
                .as(admin(ACME))
                .then(new ProjectArchived(PROJECT, ACME), new NameReleased(NAME, ACME, PROJECT))
                .when(new CreateProject(ACME, "web"))
                .as(admin(ACME))
                .thenHappened("project.created", "name.claimed")
                .when(new ArchiveProject(ACME, PROJECT))
                .as(admin(ACME))
                .unchanged()
                .when(new CreateProject(ACME, "web"))
                .as(admin(ACME))
                .refused(ErrorCode.CONFLICT, Map.of("projectId", Scenario.newId("prj", 2)));
    }

    @Test
    void anothersProjectIsNotFound() {
        given(project(PROJECT, ACME, "web"))
                .when(new ArchiveProject(OTHER, PROJECT))
                .as(admin(OTHER))
                .refused(ErrorCode.NOT_FOUND, Map.of("resource", "compute-project/" + PROJECT));
    }
}
