package dev.berth.sagas.node;

/**
 * A machine as its host sees it.
 *
 * @param instanceId the marker that it was made with
 * @param state whether it runs; one that is still booting counts as stopped
 * @param shape its size, which after a resize is the size of its next start
 */
public record Machine(String instanceId, State state, Shape shape) {

    /** A machine runs or it does not; everything finer belongs to the instance, not to the host. */
    public enum State {
        RUNNING,
        STOPPED
    }

    public boolean running() {
        return state == State.RUNNING;
    }
}
