package dev.berth.api.iam;

import java.time.Instant;

/** A policy as it is shown. */
public record PolicyView(
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String policyId,
        String policy) {}
