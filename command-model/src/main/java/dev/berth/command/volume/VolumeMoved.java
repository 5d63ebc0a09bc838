package dev.berth.command.volume;

import dev.berth.api.Context;
import dev.berth.command.AbandonedUnitOfWork;

/** A volume turned out to be on another instance than the one that was locked before it. */
public final class VolumeMoved extends AbandonedUnitOfWork {
    private static final long serialVersionUID = 1L;

    VolumeMoved(String volumeId) {
        super("The volume has moved to another instance: " + volumeId);
    }

    @Override
    public Context next(Context context) {
        return context;
    }
}
