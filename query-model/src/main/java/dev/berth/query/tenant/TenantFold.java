package dev.berth.query.tenant;

import static dev.berth.query.Fold.existing;

import dev.berth.api.tenant.TenantEvent;
import dev.berth.api.tenant.TenantEvent.TenantCreated;
import dev.berth.api.tenant.TenantEvent.TenantResumed;
import dev.berth.api.tenant.TenantEvent.TenantSuspended;
import dev.berth.api.tenant.TenantState;
import dev.berth.api.tenant.TenantView;
import dev.berth.query.EventMeta;
import org.jspecify.annotations.Nullable;

/**
 * A tenant as its events make it.
 *
 * <p>Owns: whether it may change things. Does not own: what it has. Invariants: created by whoever made its first token.
 * On failure: throws for an event before the first one.
 */
public final class TenantFold {
    private TenantFold() {}

    /** The tenant after the event. */
    public static TenantView fold(@Nullable TenantView view, TenantEvent event, EventMeta meta) {
        return switch (event) {
            case TenantCreated created ->
                new TenantView(
                        created.tenantId(),
                        created.tenantId(),
                        meta.actor(),
                        meta.time(),
                        meta.time(),
                        meta.revision(),
                        TenantState.ACTIVE);
            case TenantSuspended ignored -> with(existing(view, event), TenantState.SUSPENDED, meta);
            case TenantResumed ignored -> with(existing(view, event), TenantState.ACTIVE, meta);
        };
    }

    private static TenantView with(TenantView tenant, TenantState state, EventMeta meta) {
        return new TenantView(
                tenant.id(),
                tenant.tenantId(),
                tenant.createdBy(),
                tenant.createdAt(),
                meta.time(),
                meta.revision(),
                state);
    }
}
