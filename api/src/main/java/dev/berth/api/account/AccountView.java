package dev.berth.api.account;

import dev.berth.api.pool.LifeState;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An account as it is shown; {@code message} tells why its credential does not work, while it does not. */
public record AccountView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String name,
        ProviderKind provider,
        List<String> regions,
        String secretRef,
        @Nullable String endpoint,
        LifeState state,
        @Nullable String message) {}
