package dev.berth.sagas.node;

import org.jspecify.annotations.Nullable;

/**
 * The host did not answer, and nothing was changed: the call never reached it, or was one that only reads. It passes:
 * try again later. A host that stays so is lost.
 */
public final class HostUnreachable extends HostException {

    public HostUnreachable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
