package dev.berth.api.feed;

import dev.berth.api.Default;
import dev.berth.api.Patterns;
import dev.berth.api.Query;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tenant's published events as they come, as server-sent events.
 *
 * @param types      the types to send; none means all
 * @param after      the position after which it begins; without one it begins now
 * @param generation that of the feed in which {@code after} was given; another one is refused
 */
public record StreamEvents(
        @Pattern(regexp = Patterns.TENANT_ID) String tenantId,
        @Default("[]") @Size(max = 64) List<@Size(min = 1, max = 64) String> types,
        @Min(0) @Nullable Long after,
        @Size(min = 1, max = 64) @Nullable String generation)
        implements Query {}
