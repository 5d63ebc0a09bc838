package dev.berth.infra.queue;

import java.time.Duration;

/** How the steps of one kind of resource are done. */
public interface StepKind {
    /** The kind, as rows have it. */
    String name();

    /**
     * Looks at the resource, does what it needs, if anything, and reports what came of it.
     *
     * @param deadline how long hosts may be asked, all calls together
     * @throws RuntimeException when it could not be done for a reason that is not the resource's; it is tried again
     */
    Ending run(StepRow row, RunnerHooks hooks, Duration deadline);

    /** What is to become of the row. */
    sealed interface Ending {
        /** Done, or there was nothing to do. */
        record Done() implements Ending {}

        /** Not done, or not known to be: to be tried again after a pause. */
        record TryAgain(String reason) implements Ending {}

        /** Under way, or to be asked for later: to be looked at again after the pause, which is no failure of the runner. */
        record Later(Duration pause, String reason) implements Ending {}

        /** A fence above the row's, or the same, has been seen: by a host, or by the resource. */
        record Superseded(long seen) implements Ending {}
    }
}
