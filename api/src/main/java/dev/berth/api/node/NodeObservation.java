package dev.berth.api.node;

/** What the reconciler reports of a host, each as a command to its aggregate. */
public sealed interface NodeObservation {
    /** The host. */
    String nodeId();

    /** Its driver answered. */
    record NodeAnswered(String nodeId) implements NodeObservation {}

    /** Its driver did not answer; {@code lost} once that has been so for too long. */
    record NodeSilent(String nodeId, String message, boolean lost) implements NodeObservation {}
}
