package dev.berth.infra.directory;

import dev.berth.api.instance.MachineShape;
import java.time.Instant;
import java.util.Comparator;

/**
 * An instance that waits for a host.
 *
 * @param since when the instance was created, by which it is served
 */
record Waiting(String instanceId, String poolId, MachineShape shape, Instant since) {
    /** The order in which they are served. */
    static final Comparator<Waiting> OLDEST_FIRST =
            Comparator.comparing(Waiting::since).thenComparing(Waiting::instanceId);
}
