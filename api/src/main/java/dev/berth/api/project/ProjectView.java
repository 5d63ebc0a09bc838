package dev.berth.api.project;

import java.time.Instant;

/** A project as it is shown. */
public record ProjectView(
        String id,
        String tenantId,
        String createdBy,
        Instant createdAt,
        Instant updatedAt,
        long revision,
        String name,
        dev.berth.api.pool.LifeState state) {}
