package dev.berth.query.node;

import dev.berth.api.node.NodeView;

/**
 * A host with what its view does not tell while it is lost or does not answer yet.
 *
 * @param view      as it is shown
 * @param intention what its owner wants of it, which it is again once it answers
 */
public record NodeRecord(NodeView view, Intention intention) {
    /** What the owner wants. */
    public enum Intention {
        OPEN,
        CORDONED,
        DRAINING
    }
}
