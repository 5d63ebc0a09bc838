package dev.berth.api.inventory;

import dev.berth.api.Command;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Map;

/**
 * What a host's daemon found. Kept only where it differs from what was reported last.
 *
 * @param sections by name, each an object of any content
 */
public record ReportInventory(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NODE_ID) String nodeId,
        @Size(max = 64) Map<String, Map<String, Object>> sections)
        implements Command {}
