package dev.berth.api.audit;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Proves that the tenant's published entries are as they were, or names the first that is not.
 *
 * @param from the first position of the range (inclusive)
 * @param to   the last one (inclusive); without it, the newest that is chained
 */
public record VerifyHistory(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Default("1") @Min(1) long from,
        @Min(1) @Nullable Long to)
        implements Query {}
