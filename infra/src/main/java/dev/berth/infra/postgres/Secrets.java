package dev.berth.infra.postgres;

import java.security.SecureRandom;
import java.util.Base64;

/** Makes the few secrets that come from no caller: keys, passwords and the operator's token. */
final class Secrets {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int TOKEN_BYTES = 32;

    private Secrets() {}

    static byte[] newKey(int bytes) {
        byte[] key = new byte[bytes];
        RANDOM.nextBytes(key);
        return key;
    }

    /** 256 random bits in characters that need no quoting in a URL, a header or a shell. */
    static String newToken() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(newKey(TOKEN_BYTES));
    }
}
