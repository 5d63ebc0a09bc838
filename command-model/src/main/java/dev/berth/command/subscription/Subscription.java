package dev.berth.command.subscription;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.iam.ResourceRef;
import dev.berth.api.subscription.SubscriptionEvent;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionCreated;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionDeleted;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionPaused;
import dev.berth.api.subscription.SubscriptionEvent.SubscriptionReplayed;
import dev.berth.api.subscription.SubscriptionState;
import java.util.Locale;
import java.util.Map;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * A subscription: that a tenant's events are sent somewhere.
 *
 * <p>Owns: whether they are sent, and from where on. Does not own: how far it has come, and the tries. Invariants: deleted,
 * it stays so. On failure: nothing is kept; the caller may ask again.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Subscription {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private String createdBy = "";
    private SubscriptionState state = SubscriptionState.ACTIVE;
    private long revision;

    Subscription() {}

    static Subscription create(SubscriptionCreated created, MetaData meta) {
        Subscription subscription = new Subscription();
        apply(created, meta);
        return subscription;
    }

    void replay(long after, MetaData meta) {
        apply(new SubscriptionReplayed(id, tenantId, after), meta);
    }

    void delete(MetaData meta) {
        apply(new SubscriptionDeleted(id, tenantId), meta);
    }

    /** Ends delivery, unless something has happened to it since the reporter looked. */
    void giveUp(long seen, String message) {
        if (state == SubscriptionState.ACTIVE && revision == seen) {
            apply(new SubscriptionPaused(id, tenantId, message));
        }
    }

    SubscriptionState state() {
        return state;
    }

    String tenantId() {
        return tenantId;
    }

    /** As policies see it. */
    ResourceRef resource() {
        return new ResourceRef(
                "compute-subscription",
                id,
                Map.of(
                        "tenantId",
                        tenantId,
                        "createdBy",
                        createdBy,
                        "state",
                        state.name().toLowerCase(Locale.ROOT)));
    }

    @EventSourcingHandler
    void on(SubscriptionEvent event) {
        revision++;
        switch (event) {
            case SubscriptionCreated created -> {
                id = created.subscriptionId();
                tenantId = created.tenantId();
                createdBy = created.createdBy();
            }
            case SubscriptionReplayed replayed -> state = SubscriptionState.ACTIVE;
            case SubscriptionPaused paused -> state = SubscriptionState.PAUSED;
            case SubscriptionDeleted deleted -> state = SubscriptionState.DELETED;
        }
    }
}
