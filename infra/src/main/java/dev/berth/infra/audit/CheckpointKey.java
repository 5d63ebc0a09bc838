package dev.berth.infra.audit;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The Ed25519 key under which checkpoints are signed. It is derived from the deployment's key, which only the data
 * directory holds (mode 600) and every backup has, so that whoever can write to the database alone can't sign.
 */
public final class CheckpointKey {
    private static final String ALGORITHM = "Ed25519";
    private static final int RAW_BYTES = 32;

    private final KeyPair pair;

    /** @param deploymentKey 32 bytes */
    public CheckpointKey(byte[] deploymentKey) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(deploymentKey, "HmacSHA256"));
            byte[] seed =
                    mac.doFinal("berth-audit-checkpoint-key".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            KeyPairGenerator generator = KeyPairGenerator.getInstance(ALGORITHM);
            generator.initialize(NamedParameterSpec.ED25519, new Fixed(seed));
            pair = generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has Ed25519", e);
        }
        if (!verifies(seedless(), sign(seedless()))) {
            throw new IllegalStateException("The key of checkpoints does not sign what it verifies");
        }
    }

    /** A private key of Ed25519 is any 32 bytes; these are the ones. */
    private static final class Fixed extends SecureRandom {
        private static final long serialVersionUID = 1;
        private final byte[] seed;

        Fixed(byte[] seed) {
            this.seed = seed.clone();
        }

        @Override
        public void nextBytes(byte[] bytes) {
            if (bytes.length != seed.length) {
                throw new IllegalStateException("A key of " + bytes.length + " bytes is none of Ed25519");
            }
            System.arraycopy(seed, 0, bytes, 0, bytes.length);
        }
    }

    private static byte[] seedless() {
        return new byte[] {1, 2, 3};
    }

    byte[] sign(byte[] message) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(pair.getPrivate());
            signature.update(message);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("A checkpoint could not be signed", e);
        }
    }

    boolean verifies(byte[] message, byte[] signed) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(pair.getPublic());
            signature.update(message);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** The public key, base64 of its raw 32 bytes. */
    public String publicKey() {
        byte[] encoded = pair.getPublic().getEncoded();
        return Base64.getEncoder()
                .encodeToString(Arrays.copyOfRange(encoded, encoded.length - RAW_BYTES, encoded.length));
    }
}
