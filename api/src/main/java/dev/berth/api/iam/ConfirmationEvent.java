package dev.berth.api.iam;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import java.time.Instant;

/** What happens to a confirmation: the approval by a principal of one call of a delegated session. */
public sealed interface ConfirmationEvent extends DomainEvent {
    /** The confirmation: derived from tenant, principal, method and request. */
    String confirmationId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return confirmationId();
    }

    /** A delegated session asked for something that its principal must approve. */
    @Stored(name = "iam.confirmation.requested")
    record ConfirmationRequested(
            String confirmationId, String tenantId, String principal, String action, String resource, Instant expiresAt)
            implements ConfirmationEvent {}

    /** The principal approved it. */
    @Stored(name = "iam.confirmation.approved")
    record ConfirmationApproved(String confirmationId, String tenantId, Instant expiresAt)
            implements ConfirmationEvent {}

    /** The call was made; it is good for no other. */
    @Stored(name = "iam.confirmation.used")
    record ConfirmationUsed(String confirmationId, String tenantId) implements ConfirmationEvent {}
}
