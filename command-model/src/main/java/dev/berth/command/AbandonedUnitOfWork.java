package dev.berth.command;

import dev.berth.api.Context;

/**
 * Thrown by a handler whose unit of work can't be finished as it was begun, though another try may: everything is rolled
 * back and the command is handled again, a bounded number of times, with the context that this exception gives.
 */
public abstract class AbandonedUnitOfWork extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a sentence for the log. */
    protected AbandonedUnitOfWork(String message) {
        super(message, null, false, false);
    }

    /** The context of the next try. */
    public abstract Context next(Context context);
}
