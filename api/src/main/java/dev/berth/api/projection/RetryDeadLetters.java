package dev.berth.api.projection;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/** Lets a read model take in what it has put aside of a resource. The operator only. */
public record RetryDeadLetters(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = ProjectionView.NAME) String name,
        @Size(min = 1, max = 128) String resourceId)
        implements Command {}
