package dev.berth.sagas.node;

import org.jspecify.annotations.Nullable;

/**
 * Why a call to a host has not ended well. The type says what the caller may conclude; the message is for people and
 * holds no secret.
 */
public abstract sealed class HostException extends RuntimeException
        permits HostUnreachable, HostFailed, HostRefused, OutcomeUnknown, StaleFence {

    HostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
