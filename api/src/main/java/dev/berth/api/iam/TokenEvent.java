package dev.berth.api.iam;

import dev.berth.api.DomainEvent;
import dev.berth.api.Stored;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What happens to a token. */
public sealed interface TokenEvent extends DomainEvent {
    /** The token, which is also the session of its calls. */
    String tokenId();

    /** The tenant that it belongs to. */
    String tenantId();

    @Override
    default String streamId() {
        return tokenId();
    }

    /** A token was made; only its SHA-256 is kept. */
    @Stored(name = "iam.token.created")
    record TokenCreated(
            String tokenId,
            String tenantId,
            String createdBy,
            String principal,
            Set<Role> roles,
            boolean delegate,
            @Nullable Instant expiresAt,
            String tokenHash)
            implements TokenEvent {}

    /** It is no longer accepted. */
    @Stored(name = "iam.token.revoked")
    record TokenRevoked(String tokenId, String tenantId) implements TokenEvent {}
}
