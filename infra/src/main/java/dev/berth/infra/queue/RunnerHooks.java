package dev.berth.infra.queue;

/** Moments in a step's run at which a test may look on, or abandon the runner as if its process had been killed. */
@FunctionalInterface
public interface RunnerHooks {
    /** Does nothing. */
    RunnerHooks NONE = (moment, row) -> {};

    /** The moments, in order. */
    enum Moment {
        /** The row is leased and nothing else has happened. */
        TAKEN,
        /** The next thing is the call to the host. */
        BEFORE_CALL,
        /** The host has answered, and nobody else knows. */
        AFTER_CALL,
        /** What was seen is recorded, and the row is still there. */
        AFTER_OUTCOME,
        /** The row is gone. */
        DONE
    }

    /** @throws Abandoned to leave everything as it is at this moment */
    void at(Moment moment, StepRow row);

    /** The runner is gone, in the middle of its work. An error, so that no handler of failures takes it for one. */
    final class Abandoned extends Error {
        public Abandoned() {
            super("abandoned", null, false, false);
        }
    }
}
