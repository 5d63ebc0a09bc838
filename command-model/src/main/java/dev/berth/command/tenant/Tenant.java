package dev.berth.command.tenant;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.Ids;
import dev.berth.api.tenant.TenantEvent;
import dev.berth.api.tenant.TenantEvent.TenantCreated;
import dev.berth.api.tenant.TenantEvent.TenantResumed;
import dev.berth.api.tenant.TenantEvent.TenantSuspended;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * A tenant.
 *
 * <p>Owns: that it is there, and whether it may change anything. Does not own: its resources and tokens. Invariants: it
 * begins once and never ends. On failure: nothing is kept; the operator may ask again.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Tenant {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private boolean suspended;

    Tenant() {}

    /** The stream of a tenant. */
    public static String id(String tenantId) {
        return Ids.derived("tnt", tenantId);
    }

    /** Begins a tenant. */
    public static Tenant begin(String tenantId, MetaData meta) {
        Tenant tenant = new Tenant();
        apply(new TenantCreated(id(tenantId), tenantId), meta);
        return tenant;
    }

    void suspend(MetaData meta) {
        if (!suspended) {
            apply(new TenantSuspended(id, tenantId), meta);
        }
    }

    void resume(MetaData meta) {
        if (suspended) {
            apply(new TenantResumed(id, tenantId), meta);
        }
    }

    @EventSourcingHandler
    void on(TenantEvent event) {
        switch (event) {
            case TenantCreated created -> {
                id = created.streamKey();
                tenantId = created.tenantId();
            }
            case TenantSuspended off -> suspended = true;
            case TenantResumed on -> suspended = false;
        }
    }
}
