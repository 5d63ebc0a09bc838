package dev.berth.infra.http;

import dev.berth.api.iam.Caller;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells from the header {@code Authorization} who calls. */
public final class Authenticator {
    private static final Pattern BEARER =
            Pattern.compile("bearer +([A-Za-z0-9._~+/-]{1,512}=*)", Pattern.CASE_INSENSITIVE);
    private static final Caller OPERATOR = new Caller(Caller.OPERATOR, null, Set.of(), false, Caller.OPERATOR, true);

    private final byte[] operatorHash;
    private final TokenLookup tokens;

    /** @param operatorToken the deployment's own; only its hash is kept */
    public Authenticator(String operatorToken, TokenLookup tokens) {
        this.operatorHash = hash(operatorToken);
        this.tokens = tokens;
    }

    /** The caller; empty where the header is missing or malformed, or its token not accepted. */
    public Optional<Caller> caller(@Nullable String authorization) {
        if (authorization == null) {
            return Optional.empty();
        }
        Matcher bearer = BEARER.matcher(authorization);
        if (!bearer.matches()) {
            return Optional.empty();
        }
        String token = bearer.group(1);
        // Hashes of equal length, compared in constant time: how long it takes tells nothing of the token.
        return MessageDigest.isEqual(operatorHash, hash(token)) ? Optional.of(OPERATOR) : tokens.authenticate(token);
    }

    private static byte[] hash(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
