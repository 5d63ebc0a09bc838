package dev.berth.query.iam;

import static dev.berth.query.Fold.existing;

import dev.berth.api.iam.TokenEvent;
import dev.berth.api.iam.TokenEvent.TokenCreated;
import dev.berth.api.iam.TokenEvent.TokenRevoked;
import dev.berth.api.iam.TokenView;
import dev.berth.query.EventMeta;
import org.jspecify.annotations.Nullable;

/**
 * A token as its events make it.
 *
 * <p>Owns: what a token is good for and whether it was revoked. Does not own: whether it has expired, which depends on
 * when one asks. Invariants: the token itself is nowhere; revoked once, it stays so. On failure: throws for an event
 * before the first one.
 */
public final class TokenFold {
    private TokenFold() {}

    /** The token after the event. */
    public static TokenRecord fold(@Nullable TokenRecord token, TokenEvent event, EventMeta meta) {
        return switch (event) {
            case TokenCreated created ->
                new TokenRecord(
                        new TokenView(
                                created.tokenId(),
                                created.tenantId(),
                                created.createdBy(),
                                meta.time(),
                                meta.time(),
                                meta.revision(),
                                created.principal(),
                                created.roles(),
                                created.delegate(),
                                created.expiresAt(),
                                null,
                                null),
                        created.tokenHash());
            case TokenRevoked ignored -> {
                TokenRecord before = existing(token, event);
                TokenView view = before.view();
                yield new TokenRecord(
                        new TokenView(
                                view.id(),
                                view.tenantId(),
                                view.createdBy(),
                                view.createdAt(),
                                meta.time(),
                                meta.revision(),
                                view.principal(),
                                view.roles(),
                                view.delegate(),
                                view.expiresAt(),
                                view.revokedAt() == null ? meta.time() : view.revokedAt(),
                                null),
                        before.tokenHash());
            }
        };
    }
}
