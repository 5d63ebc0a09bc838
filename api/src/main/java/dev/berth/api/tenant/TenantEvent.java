package dev.berth.api.tenant;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;

/** What happens to a tenant. */
public sealed interface TenantEvent extends DomainEvent {
    /** Derived from the tenant id. */
    String streamKey();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return streamKey();
    }

    /** It has its first token, made by the operator. */
    @Stored(name = "tenant.created")
    record TenantCreated(String streamKey, String tenantId) implements TenantEvent {}

    /** It admits nothing and its tokens only read. */
    @Stored(name = "tenant.suspended")
    record TenantSuspended(String streamKey, String tenantId) implements TenantEvent {}

    /** It may change things again. */
    @Stored(name = "tenant.resumed")
    record TenantResumed(String streamKey, String tenantId) implements TenantEvent {}
}
