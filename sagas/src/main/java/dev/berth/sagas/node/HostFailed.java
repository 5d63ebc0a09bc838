package dev.berth.sagas.node;

import org.jspecify.annotations.Nullable;

/**
 * The host answered that it could not do it this time. It may pass: the same call can be made again, and finds what a
 * failed try left behind. Such tries are counted, unlike those on a host that does not answer.
 */
public final class HostFailed extends HostException {

    public HostFailed(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
