package dev.berth.sagas.node;

/**
 * The host has seen a higher fence for this instance: the caller has been superseded and must not go on. This call has
 * changed nothing, or a later one has changed it again while this one was waiting for the boot.
 */
public final class StaleFence extends HostException {

    private final long seen;

    /** @param seen the highest fence that the host has seen for the instance */
    public StaleFence(String message, long seen) {
        super(message, null);
        this.seen = seen;
    }

    public long seen() {
        return seen;
    }
}
