package dev.berth.command.node;

import dev.berth.api.Context;
import dev.berth.command.AbandonedUnitOfWork;

/** The host that placement proposed has no room after all: another one is tried in a fresh unit of work. */
public final class HostFull extends AbandonedUnitOfWork {
    private static final long serialVersionUID = 1L;

    private final String nodeId;

    /** This host. */
    public HostFull(String nodeId) {
        super("The proposed host has no room after all");
        this.nodeId = nodeId;
    }

    @Override
    public Context next(Context context) {
        return context.avoiding(nodeId);
    }
}
