package dev.berth.infra.queue;

import dev.berth.sagas.node.HostUnreachable;
import java.time.Duration;

/** The time that one step has for all its calls to a host. */
final class CallTime {
    private final long end;

    CallTime(Duration total) {
        this.end = System.nanoTime() + total.toNanos();
    }

    /**
     * What is left for the next call.
     *
     * @throws HostUnreachable when nothing is: that call is not made, so it has changed nothing
     */
    Duration left() {
        long nanos = end - System.nanoTime();
        if (nanos <= 0) {
            throw new HostUnreachable("The time for this step is up.", null);
        }
        return Duration.ofNanos(nanos);
    }
}
