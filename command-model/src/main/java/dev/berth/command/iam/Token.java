package dev.berth.command.iam;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.iam.TokenEvent;
import dev.berth.api.iam.TokenEvent.TokenCreated;
import dev.berth.api.iam.TokenEvent.TokenRevoked;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * A token, which is the session of all calls made with it.
 *
 * <p>Owns: whom it stands for, how long, and whether it was revoked. Does not own: its secret, of which only the hash is
 * in its first event. Invariants: nothing of it changes but that it is revoked, once. On failure: nothing is kept; a
 * token whose answer was lost is revoked by its id.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Token {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private boolean revoked;

    Token() {}

    static Token create(TokenCreated created, MetaData meta) {
        Token token = new Token();
        apply(created, meta);
        return token;
    }

    void revoke(MetaData meta) {
        if (!revoked) {
            apply(new TokenRevoked(id, tenantId), meta);
        }
    }

    String tenantId() {
        return tenantId;
    }

    @EventSourcingHandler
    void on(TokenEvent event) {
        switch (event) {
            case TokenCreated created -> {
                id = created.tokenId();
                tenantId = created.tenantId();
            }
            case TokenRevoked ended -> revoked = true;
        }
    }
}
