package dev.berth.infra.feed;

import dev.berth.api.Problem;
import org.jspecify.annotations.Nullable;

/** Whether whoever opened a stream may still read it. */
@FunctionalInterface
public interface StreamAccess {
    /** The answer for now. Cheap: it is asked before everything that is sent, and several times a second. */
    Answer now();

    /**
     * An answer.
     *
     * @param known   false where it can't be told for the moment: nothing is sent then
     * @param refusal why it may not; null where it may or is not known
     */
    record Answer(boolean known, @Nullable Problem refusal) {
        /** It may. */
        public static final Answer ALLOWED = new Answer(true, null);

        /** It can't be told. */
        public static final Answer UNKNOWN = new Answer(false, null);

        /** It may no more. */
        public static Answer refused(Problem problem) {
            return new Answer(true, problem);
        }
    }
}
