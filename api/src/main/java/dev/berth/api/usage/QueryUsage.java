package dev.berth.api.usage;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the tenant used between two moments.
 *
 * @param from    the first moment (inclusive)
 * @param to      the last one (exclusive), after {@code from}; of a time to come nothing is counted yet
 * @param groupBy what has a sum of its own, besides each meter
 */
public record QueryUsage(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        Instant from,
        Instant to,
        @Nullable Meter meter,
        @Pattern(regexp = Patterns.POOL_ID) @Nullable String poolId,
        @Pattern(regexp = Patterns.PROJECT_ID) @Nullable String projectId,
        @Size(min = 1, max = 57) @Nullable String resourceId,
        @Default("[\"pool\"]") @Size(max = 3) Set<By> groupBy,
        @Default("1000") @Min(1) @Max(1000) int limit,
        @Pattern(regexp = Patterns.CURSOR) @Nullable String cursor)
        implements Query {
    /** What can have a sum of its own. */
    public enum By {
        @JsonProperty("pool")
        POOL,
        @JsonProperty("project")
        PROJECT,
        @JsonProperty("resource")
        RESOURCE
    }
}
