package dev.berth.sagas.node;

import org.jspecify.annotations.Nullable;

/**
 * A changing call was sent and its answer did not come: the deadline passed, or the connection was lost. It may have
 * been carried out, may be carried out later, or never. Ask again with a higher fence: the operations find what is
 * there, and the higher fence keeps the late one out.
 */
public final class OutcomeUnknown extends HostException {

    public OutcomeUnknown(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
