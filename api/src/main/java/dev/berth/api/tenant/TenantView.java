package dev.berth.api.tenant;

import java.time.Instant;

/** A tenant as the operator sees it. */
public record TenantView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        TenantState state) {}
