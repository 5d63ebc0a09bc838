package dev.berth.infra.directory;

import dev.berth.api.iam.Caller;
import dev.berth.api.iam.TokenEvent;
import dev.berth.api.iam.TokenView;
import dev.berth.infra.iam.TokenHash;
import dev.berth.query.iam.IamTables;
import dev.berth.query.iam.TokenRecord;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Tokens in memory, by their hashes. Looking one up by its hash tells an attacker nothing through its timing: whoever
 * can choose where a SHA-256 falls has the token already.
 */
final class MemoryTokens extends MemoryTable<TokenRecord, TokenEvent> implements TokenDirectory {
    private record Session(Caller caller, @Nullable Instant expiresAt) {
        boolean goodAt(Instant now) {
            return expiresAt == null || now.isBefore(expiresAt);
        }
    }

    private final Map<String, Session> sessions = new ConcurrentHashMap<>();

    MemoryTokens() {
        super(IamTables.TOKENS);
    }

    @Override
    void changed(String id, @Nullable TokenRecord before, TokenRecord after) {
        TokenView view = after.view();
        if (view.revokedAt() == null) {
            Caller caller =
                    new Caller(view.principal(), view.tenantId(), view.roles(), view.delegate(), view.id(), false);
            sessions.put(after.tokenHash(), new Session(caller, view.expiresAt()));
        } else {
            sessions.remove(after.tokenHash());
        }
    }

    @Override
    public Optional<Caller> caller(String token, Instant now) {
        return Optional.ofNullable(sessions.get(TokenHash.of(token)))
                .filter(session -> session.goodAt(now))
                .map(Session::caller);
    }
}
