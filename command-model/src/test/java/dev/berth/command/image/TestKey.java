package dev.berth.command.image;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;

/** A signer's key pair. */
record TestKey(KeyPair pair) {
    static TestKey made(int seed) {
        try {
            SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
            random.setSeed(seed);
            KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
            generator.initialize(255, random);
            return new TestKey(generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** The raw 32 bytes, which are the last ones of the encoded form, in base64. */
    String publicKey() {
        byte[] encoded = pair.getPublic().getEncoded();
        return Base64.getEncoder().encodeToString(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
    }

    String sign(String text) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(pair.getPrivate());
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }
}
