package dev.berth.command.pool;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.pool.LifeState;
import dev.berth.api.pool.PoolEvent;
import dev.berth.api.pool.PoolEvent.PoolArchived;
import dev.berth.api.pool.PoolEvent.PoolCreated;
import dev.berth.api.pool.PoolEvent.PoolOffered;
import dev.berth.api.pool.PoolEvent.PoolUpdated;
import dev.berth.api.pool.PoolEvent.PoolWithdrawn;
import dev.berth.api.pool.PoolKind;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * A pool: where machines of one kind come from, and who may use it.
 *
 * <p>Owns: its provider side, whom it is offered to, and whether it still admits anything. Does not own: quotas, flavors,
 * hosts and ranges in it; each has its own stream. Invariants: its kind and owner never change; once archived it stays
 * archived. On failure: nothing is kept; the caller may ask again.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Pool {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    String tenantId = "";
    String name = "";
    PoolKind kind = PoolKind.VPS_HOST;
    String requestHmac = "";
    private String createdBy = "";

    @Nullable
    String accountId;

    @Nullable
    String region;

    @Nullable
    String networkId;

    private boolean archived;
    private Set<String> guests = new LinkedHashSet<>();
    /** All who have, or may have had, something in it. */
    Set<String> users = new TreeSet<>();

    Pool() {}

    static Pool create(PoolCreated created, MetaData meta) {
        Pool pool = new Pool();
        apply(created, meta);
        return pool;
    }

    /** Its provider side as it is. */
    ProviderSide providerSide() {
        return new ProviderSide(accountId, region, networkId);
    }

    void update(ProviderSide side, MetaData meta) {
        apply(new PoolUpdated(id, tenantId, side.accountId(), side.region(), side.networkId()), meta);
    }

    void offer(String toTenantId, MetaData meta) {
        apply(new PoolOffered(id, tenantId, toTenantId), meta);
    }

    void withdraw(String toTenantId, MetaData meta) {
        apply(new PoolWithdrawn(id, tenantId, toTenantId), meta);
    }

    void archive(MetaData meta) {
        apply(new PoolArchived(id, tenantId), meta);
    }

    boolean isOfferedTo(String tenant) {
        return guests.contains(tenant);
    }

    /** Whether it can be told to this tenant at all. */
    boolean isSeenBy(String tenant) {
        return tenantId.equals(tenant) || isOfferedTo(tenant);
    }

    boolean isArchived() {
        return archived;
    }

    /** As this tenant's policies see it. */
    ResourceRef resource(String viewer) {
        return PoolRules.resource(id, tenantId, createdBy, archived ? LifeState.ARCHIVED : LifeState.ACTIVE, viewer);
    }

    @EventSourcingHandler
    void on(PoolEvent event) {
        switch (event) {
            case PoolCreated created -> {
                id = created.poolId();
                tenantId = created.tenantId();
                createdBy = created.createdBy();
                name = created.name();
                kind = created.kind();
                accountId = created.accountId();
                region = created.region();
                networkId = created.networkId();
                requestHmac = created.requestHmac();
                users.add(tenantId);
            }
            case PoolUpdated updated -> {
                accountId = updated.accountId();
                region = updated.region();
                networkId = updated.networkId();
            }
            case PoolOffered offered -> {
                guests.add(offered.toTenantId());
                users.add(offered.toTenantId());
            }
            case PoolWithdrawn withdrawn -> guests.remove(withdrawn.toTenantId());
            case PoolArchived ended -> archived = true;
        }
    }
}
