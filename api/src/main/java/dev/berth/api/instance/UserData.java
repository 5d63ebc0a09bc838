package dev.berth.api.instance;

/**
 * A user's start-up data, encrypted with a key that belongs to one instance alone and is destroyed with it.
 *
 * @param nonce      12 bytes, base64
 * @param ciphertext AES-256-GCM with its tag, base64
 */
public record UserData(String nonce, String ciphertext) {
    @Override
    public String toString() {
        return "UserData[encrypted]";
    }
}
