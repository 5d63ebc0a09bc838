package dev.berth.api.projection;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * A read model.
 *
 * @param position    up to where it has taken in the events
 * @param head        where the events end
 * @param lag         how many positions lie between
 * @param deadLetters how many resources have events that it could not take in
 * @param version     of what it makes of events
 * @param rebuilt     while it is made anew: up to where the new one has come
 * @param message     what went wrong last while it is made anew
 */
public record ProjectionView(
        String name,
        long position,
        long head,
        long lag,
        State state,
        long deadLetters,
        int version,
        @Nullable Long rebuilt,
        @Nullable String message) {
    /** The pattern of names. */
    public static final String NAME = "^[a-z][a-z-]{0,62}$";

    /** What it does. */
    public enum State {
        /** At work and up to date, or nearly so. */
        @JsonProperty("running")
        RUNNING,
        /** At work, but not yet at the end since the start. */
        @JsonProperty("behind")
        BEHIND,
        /** At work, while another one is made beside it. */
        @JsonProperty("rebuilding")
        REBUILDING
    }
}
