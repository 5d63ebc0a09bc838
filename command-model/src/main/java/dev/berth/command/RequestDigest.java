package dev.berth.command;

import dev.berth.api.Command;

/**
 * Tells two requests under one idempotency key apart. The digest is keyed, so that nothing of a request can be guessed
 * from what is stored of it.
 */
public interface RequestDigest {
    /**
     * The digest of a request with its defaults filled in, without {@code tenantId}, {@code idempotencyKey} and
     * {@code wait}: equal for equal requests, whatever the order of their fields.
     */
    String digest(Command command);
}
