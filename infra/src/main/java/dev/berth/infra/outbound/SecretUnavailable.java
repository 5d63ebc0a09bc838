package dev.berth.infra.outbound;

/** A reference to a secret leads to none. The message names the reference, which is no secret. */
public final class SecretUnavailable extends Exception {

    private final String reference;

    SecretUnavailable(String reference, String message) {
        super(message);
        this.reference = reference;
    }

    /** As it was given. */
    public String reference() {
        return reference;
    }
}
