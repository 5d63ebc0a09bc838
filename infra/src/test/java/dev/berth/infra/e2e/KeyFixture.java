package dev.berth.infra.e2e;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;

/** A signer's key pair. */
final class KeyFixture {
    private static final int RAW_KEY_BYTES = 32;
    private static final KeyPair PAIR = pair();

    /** The public key as the API takes it: base64 of the raw 32 bytes, which end the encoded key. */
    static final String PUBLIC_KEY = publicKey();

    private KeyFixture() {}

    /** The signature over this text, as the API takes it. */
    static String signature(String text) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(PAIR.getPrivate());
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This platform can't sign", e);
        }
    }

    private static String publicKey() {
        byte[] encoded = PAIR.getPublic().getEncoded();
        return Base64.getEncoder()
                .encodeToString(Arrays.copyOfRange(encoded, encoded.length - RAW_KEY_BYTES, encoded.length));
    }

    private static KeyPair pair() {
        try {
            return KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This platform has no Ed25519", e);
        }
    }
}
