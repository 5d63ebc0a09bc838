package dev.berth.api.instance;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** A page of the tenant's instances, newest first. Deleted ones only where {@code state} asks for them. */
public record ListInstances(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Default("\"mine\"") Scope scope,
        @Nullable InstanceState state,
        @Pattern(regexp = Patterns.POOL_ID) @Nullable String poolId,
        @Default("50") @Min(1) @Max(200) int limit,

        @Pattern(regexp = Patterns.INSTANCE_CURSOR) @Nullable
        String cursor)
        implements Query {
    /** Whose instances. */
    public enum Scope {
        /** Those that the caller created. */
        @JsonProperty("mine")
        MINE,
        /** All that the caller may read. */
        @JsonProperty("all")
        ALL
    }
}
