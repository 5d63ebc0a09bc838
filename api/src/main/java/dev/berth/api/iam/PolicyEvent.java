package dev.berth.api.iam;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;

/** What happens to a policy of a tenant. */
public sealed interface PolicyEvent extends DomainEvent {
    /** Derived from tenant and policy id. */
    String streamKey();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return streamKey();
    }

    /** The name that its tenant gave it. */
    String policyId();

    /** A policy was put, at first or anew. */
    @Stored(name = "iam.policy.put")
    record PolicyPut(String streamKey, String tenantId, String policyId, String createdBy, String policy)
            implements PolicyEvent {}

    /** A policy was taken away. */
    @Stored(name = "iam.policy.deleted")
    record PolicyDeleted(String streamKey, String tenantId, String policyId) implements PolicyEvent {}
}
