package dev.berth.api.iam;

import java.time.Instant;

/** A confirmation as it is shown. */
public record ConfirmationView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String principal,
        String action,
        String resource,
        ConfirmationState state,
        Instant expiresAt) {}
