package dev.berth.api.iam;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Which past calls would have been decided otherwise, had the tenant's present policies and this one held then.
 *
 * @param policyId stands in the place of the policy of this id, where there is one
 * @param from     the first moment (inclusive)
 * @param to       the last one (exclusive)
 * @param limit    how many differences at most
 */
public record ReplayDecisions(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.NAME) String policyId,
        @Size(min = 1, max = 16384) String policy,
        Instant from,
        Instant to,
        @Default("50") @Min(1) @Max(200) int limit,
        @Pattern(regexp = Patterns.CURSOR) @Nullable String cursor)
        implements Query {}
