package dev.berth.infra.http;

import dev.berth.api.iam.Caller;
import java.util.Optional;

/** Knows the tokens of tenants. */
@FunctionalInterface
public interface TokenLookup {
    /** Who calls with this token; empty where it is unknown, expired or revoked. Answers from memory. */
    Optional<Caller> authenticate(String token);
}
