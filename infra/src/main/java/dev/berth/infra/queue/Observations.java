package dev.berth.infra.queue;

/** Takes what reconciliation saw to the aggregates. */
@FunctionalInterface
public interface Observations {
    /**
     * Hands over an observation and returns when it is recorded, or was found void.
     *
     * @param observation an {@code InstanceObservation} or {@code NodeObservation}
     * @param cause what made it, for the history: a step's or a pass's number
     * @throws RuntimeException when it could not be recorded; it may be handed over again
     */
    void report(Object observation, String cause);
}
