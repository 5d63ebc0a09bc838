package dev.berth.api;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * Ids: a prefix, an underscore, and lower-case Crockford base32. 26 characters where the id is made (48 bits of
 * milliseconds, then 80 random bits, so that ids sort by time), 52 where it is derived from a SHA-256.
 */
public final class Ids {
    private static final char[] ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();

    private Ids() {}

    /** 16 bytes from which the ids of one call are made. */
    public record Seed(long high, long low) {
        /** A seed for this moment. */
        public static Seed of(Instant now, RandomGenerator random) {
            return new Seed((now.toEpochMilli() << 16) | (random.nextLong() & 0xffffL), random.nextLong());
        }

        /** The id with this prefix. */
        public String id(String prefix) {
            return prefix
                    + '_'
                    + encode(ByteBuffer.allocate(16).putLong(high).putLong(low).array());
        }
    }

    /** An id that is always the same for the same parts; the parts are length-prefixed, so they can't run together. */
    public static String derived(String prefix, String... parts) {
        MessageDigest digest = sha256();
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            digest.update(ByteBuffer.allocate(4).putInt(bytes.length).array());
            digest.update(bytes);
        }
        return prefix + '_' + encode(digest.digest());
    }

    /** Crockford base32 in lower case, most significant bits first, padded with zero bits in front. */
    public static String encode(byte[] bytes) {
        int length = (bytes.length * 8 + 4) / 5;
        char[] out = new char[length];
        int bits = 0;
        int buffer = 0;
        int next = length;
        for (int i = bytes.length - 1; i >= 0; i--) {
            buffer |= (bytes[i] & 0xff) << bits;
            bits += 8;
            while (bits >= 5) {
                out[--next] = ALPHABET[buffer & 31];
                buffer >>>= 5;
                bits -= 5;
            }
        }
        if (next > 0) {
            out[--next] = ALPHABET[buffer & 31];
        }
        return new String(out);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
