package dev.berth.infra.directory;

import dev.berth.api.iam.Caller;
import java.time.Instant;
import java.util.Optional;

/** The tokens of all tenants: from memory, at most a second behind the events. The operator's token is none of them. */
public interface TokenDirectory {
    /**
     * Who calls with this token.
     *
     * @param now the time of the call; a token is good until just before it expires
     * @return empty where the token is unknown, expired or revoked
     */
    Optional<Caller> caller(String token, Instant now);
}
