package dev.berth.infra.queue;

import dev.berth.infra.queue.StepKind.Ending;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is left of a task after one run.
 *
 * @param pause until the next; null where nothing is left
 * @param words why, for people
 */
record Rest(@Nullable Duration pause, String words) {
    static final Rest NOTHING = new Rest(null, "");

    static Rest later(Duration pause, String words) {
        return new Rest(pause, words);
    }

    /** Both of them. */
    Rest and(Rest other) {
        if (pause == null) {
            return other;
        }
        return other.pause == null || pause.compareTo(other.pause) <= 0 ? this : other;
    }

    Ending ending() {
        return pause == null ? new Ending.Done() : new Ending.Later(pause, words);
    }
}
