package dev.berth.infra.store;

import java.util.List;
import org.axonframework.eventhandling.EventMessage;
import org.jspecify.annotations.Nullable;

/**
 * Ends a unit of work that was only rehearsed, with what it would have appended and answered. Everything that it has
 * loaded is evicted from the caches, as after any other failure.
 */
final class Rehearsal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient List<? extends EventMessage<?>> events;
    private final transient @Nullable Object result;

    Rehearsal(List<? extends EventMessage<?>> events, @Nullable Object result) {
        super("A rehearsed command keeps nothing", null, false, false);
        this.events = events;
        this.result = result;
    }

    List<? extends EventMessage<?>> events() {
        return events;
    }

    /** What the handler has answered. */
    @Nullable
    Object result() {
        return result;
    }

    /** The rehearsal among the causes of a failure. */
    static @Nullable Rehearsal in(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof Rehearsal rehearsal) {
                return rehearsal;
            }
        }
        return null;
    }
}
