package dev.berth.infra.userdata;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** AES-256-GCM with a fresh 12-byte nonce in front; what it belongs to is authenticated with it. */
final class SealedBox {
    static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private SealedBox() {}

    /** Nonce and ciphertext, bound to {@code owner}. */
    static byte[] seal(byte[] key, String owner, byte[] clear, SecureRandom random) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] cipher = run(Cipher.ENCRYPT_MODE, key, owner, nonce, clear);
        byte[] out = Arrays.copyOf(nonce, NONCE_BYTES + cipher.length);
        System.arraycopy(cipher, 0, out, NONCE_BYTES, cipher.length);
        return out;
    }

    /**
     * What was sealed.
     *
     * @throws IllegalStateException where the key, the owner or a byte is another one
     */
    static byte[] open(byte[] key, String owner, byte[] sealed) {
        byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
        return run(Cipher.DECRYPT_MODE, key, owner, nonce, Arrays.copyOfRange(sealed, NONCE_BYTES, sealed.length));
    }

    private static byte[] run(int mode, byte[] key, String owner, byte[] nonce, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(owner.getBytes(StandardCharsets.UTF_8));
            return cipher.doFinal(input);
        } catch (AEADBadTagException e) {
            throw new IllegalStateException("Encrypted data does not belong to this key and owner", e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has AES-GCM", e);
        }
    }
}
