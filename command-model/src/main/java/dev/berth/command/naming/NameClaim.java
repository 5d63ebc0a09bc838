package dev.berth.command.naming;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.naming.NameEvent;
import dev.berth.api.naming.NameEvent.NameClaimed;
import dev.berth.api.naming.NameEvent.NameReleased;
import java.util.Optional;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * One name among the live resources of one kind in one tenant.
 *
 * <p>Owns: who holds the name. Does not own: the resource that holds it. Invariants: a name has one holder at a time; it
 * is free again once its holder has released it. On failure: a claim is part of its resource's unit of work and is
 * rolled back with it.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class NameClaim {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private @Nullable String holder;

    NameClaim() {}

    static NameClaim claim(NameClaimed claimed, MetaData meta) {
        NameClaim claim = new NameClaim();
        apply(claimed, meta);
        return claim;
    }

    void claimAgain(NameClaimed claimed, MetaData meta) {
        apply(claimed, meta);
    }

    void release(String holderId, MetaData meta) {
        if (holderId.equals(holder)) {
            apply(new NameReleased(id, tenantId, holderId), meta);
        }
    }

    Optional<String> holder() {
        return Optional.ofNullable(holder);
    }

    @EventSourcingHandler
    void on(NameEvent event) {
        switch (event) {
            case NameClaimed claimed -> {
                id = claimed.claimId();
                tenantId = claimed.tenantId();
                holder = claimed.holderId();
            }
            case NameReleased released -> holder = null;
        }
    }
}
