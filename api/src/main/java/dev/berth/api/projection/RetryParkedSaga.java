package dev.berth.api.projection;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;

/** Builds a parked saga again from its events, now. The operator only. */
public record RetryParkedSaga(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Size(min = 1, max = 128) String resourceId) implements Command {}
