package dev.berth.api.iam;

import dev.berth.api.Command;
import dev.berth.api.Default;
import dev.berth.api.Patterns;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes a token for a principal of the tenant; it is shown once. */
public record CreateToken(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Pattern(regexp = Patterns.PRINCIPAL) String principal,
        @Size(min = 1, max = 3) Set<Role> roles,
        @Min(1) @Max(31536000) @Nullable Integer ttlSeconds,
        @Default("false") boolean delegate)
        implements Command {}
