package dev.berth.infra.subscription;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs messages as Standard Webhooks says. */
final class Signature {
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";

    private Signature() {}

    /**
     * The value of the header {@code webhook-signature}.
     *
     * @param secret    {@code whsec_} and the key in base64, or the key itself as any text
     * @param timestamp in seconds since 1970
     */
    static String of(String secret, String id, long timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key(secret), ALGORITHM));
            mac.update((id + '.' + timestamp + '.').getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has HmacSHA256", e);
        }
    }

    private static byte[] key(String secret) {
        if (secret.startsWith(PREFIX)) {
            try {
                return Base64.getDecoder().decode(secret.substring(PREFIX.length()));
            } catch (IllegalArgumentException e) {
                // It only begins so.
            }
        }
        return secret.getBytes(StandardCharsets.UTF_8);
    }
}
