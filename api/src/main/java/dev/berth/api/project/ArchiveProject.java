package dev.berth.api.project;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;

/** Ends new resources in the project. */
public record ArchiveProject(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.PROJECT_ID) String projectId) implements Command {}
