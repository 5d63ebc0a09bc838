package dev.berth.infra.iam;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What is kept of a token in its place. A token has more than enough random bits of its own, so a plain SHA-256 can't be
 * searched backwards.
 */
public final class TokenHash {
    private TokenHash() {}

    /** The SHA-256 of the token, 64 lower-case hexadecimal digits. */
    public static String of(String token) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
