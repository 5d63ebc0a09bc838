package dev.berth.infra.http;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.rehearsal.RehearsedView.PlannedEvent;
import dev.berth.query.Delivered;
import java.util.List;

/** Carries commands out. */
public interface Commands {
    /**
     * Decides the command and, where it is allowed, waits (bounded) until what it changed can be read.
     *
     * @throws ProblemException UNAVAILABLE where a race was lost too often or the store can't be reached
     */
    Dispatched dispatch(Command command, Context context);

    /**
     * Decides the command and does not wait: reads of its tenant that begin after its answer wait for it instead.
     *
     * @throws ProblemException UNAVAILABLE where a race was lost too often or the store can't be reached
     */
    Made make(Command command, Context context);

    /**
     * Decides the command as if it were to be carried out, and keeps nothing.
     *
     * @throws ProblemException UNAVAILABLE where a race was lost too often or the store can't be reached
     */
    default Rehearsed rehearse(Command command, Context context) {
        throw new UnsupportedOperationException("These commands can't be rehearsed");
    }

    /**
     * What would come of a command.
     *
     * @param resources what would be shown of each resource that it would change
     */
    record Rehearsed(Outcome<Affected> outcome, List<PlannedEvent> events, List<Object> resources) {}

    /**
     * What came of a command.
     *
     * @param behind whether its change can't be read everywhere yet
     */
    record Dispatched(Outcome<Affected> outcome, boolean behind) {}

    /**
     * What came of a command that makes something.
     *
     * @param events those of the stream that the command has begun; none if it has begun no stream, since what it asks for
     *     is there already
     */
    record Made(Dispatched dispatched, List<Delivered> events) {}
}
