package dev.berth.api.inventory;

import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Pattern;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The newest snapshot of a host.
 *
 * @param at the newest that had been reported then
 */
public record GetInventory(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NODE_ID) String nodeId,
        @Nullable Instant at)
        implements Query {}
