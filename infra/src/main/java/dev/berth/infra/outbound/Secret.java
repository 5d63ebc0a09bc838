package dev.berth.infra.outbound;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A secret that was read from its reference. It never shows itself. */
public final class Secret {

    private static final int FINGERPRINT_BYTES = 16;

    private final String value;

    Secret(String value) {
        this.value = value;
    }

    /** The secret itself: for a header or a signature, and nothing else. */
    public String value() {
        return value;
    }

    /** The same for the same secret, and nothing can be concluded from it: 32 hex digits of a SHA-256. */
    public String fingerprint() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, FINGERPRINT_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Java has no SHA-256", e);
        }
    }

    /** The text without the secret in it, should someone have echoed it. */
    public String redact(String text) {
        return text.replace(value, "[secret]");
    }

    @Override
    public String toString() {
        return "Secret";
    }
}
