package dev.berth.command.iam;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.iam.ConfirmationEvent;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationApproved;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationRequested;
import dev.berth.api.iam.ConfirmationEvent.ConfirmationUsed;
import dev.berth.api.iam.ConfirmationState;
import java.time.Duration;
import java.time.Instant;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * The approval, by a principal, of one call that a delegated session wants to make in its name.
 *
 * <p>Owns: whether that very call (same method, same input, same principal) was approved and used. Does not own: whether
 * a confirmation is needed; policies say so. Invariants: an approval is good for one call, for an hour; asked for again
 * before that it is the same confirmation; once used or expired the next request begins it anew under the same id. On
 * failure: using it up is an event in the unit of work of the call, so both happen or neither does.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Confirmation {
    /** How long a request waits for its approval, and an approval for its call. */
    public static final Duration VALIDITY = Duration.ofHours(1);

    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private String principal = "";
    private ConfirmationState state = ConfirmationState.PENDING;
    private Instant expiresAt = Instant.EPOCH;

    Confirmation() {}

    static Confirmation request(
            String id, String tenantId, String principal, String action, String resource, Instant now, MetaData meta) {
        apply(new ConfirmationRequested(id, tenantId, principal, action, resource, now.plus(VALIDITY)), meta);
        return new Confirmation();
    }

    void requestAgain(String action, String resource, Instant now, MetaData meta) {
        apply(new ConfirmationRequested(id, tenantId, principal, action, resource, now.plus(VALIDITY)), meta);
    }

    void approve(Instant now, MetaData meta) {
        apply(new ConfirmationApproved(id, tenantId, now.plus(VALIDITY)), meta);
    }

    void use(MetaData meta) {
        apply(new ConfirmationUsed(id, tenantId), meta);
    }

    /** As it is at this moment: what is past its time is expired although no event says so. */
    ConfirmationState state(Instant now) {
        boolean open = state == ConfirmationState.PENDING || state == ConfirmationState.APPROVED;
        return open && !now.isBefore(expiresAt) ? ConfirmationState.EXPIRED : state;
    }

    String tenantId() {
        return tenantId;
    }

    String principal() {
        return principal;
    }

    @EventSourcingHandler
    void on(ConfirmationEvent event) {
        switch (event) {
            case ConfirmationRequested requested -> {
                id = requested.confirmationId();
                tenantId = requested.tenantId();
                principal = requested.principal();
                state = ConfirmationState.PENDING;
                expiresAt = requested.expiresAt();
            }
            case ConfirmationApproved approved -> {
                state = ConfirmationState.APPROVED;
                expiresAt = approved.expiresAt();
            }
            case ConfirmationUsed used -> state = ConfirmationState.USED;
        }
    }
}
