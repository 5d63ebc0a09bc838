package dev.berth.api.network;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;

/** The networks of the tenant, of one account where it is named. */
public record ListNetworks(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.ACCOUNT_ID) @Nullable String accountId,
        @Default("false") boolean includeDeleted,
        @Default("50") @Min(1) @Max(200) int limit,
        @Pattern(regexp = Patterns.CURSOR) @Nullable String cursor)
        implements Query {}
