package dev.berth.api.iam;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A token as it is shown; the token itself only in the answer that made it. */
public record TokenView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String principal,
        Set<Role> roles,
        boolean delegate,
        @Nullable Instant expiresAt,
        @Nullable Instant revokedAt,
        @Nullable String token) {}
