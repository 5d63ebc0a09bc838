package dev.berth.infra.http;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.Outcome;

/** Carries commands out. */
@FunctionalInterface
public interface Commands {
    /**
     * Decides the command and, where it is allowed, waits (bounded) until what it changed can be read.
     *
     * @throws ProblemException UNAVAILABLE where a race was lost too often or the store can't be reached
     */
    Dispatched dispatch(Command command, Context context);

    /**
     * What came of a command.
     *
     * @param behind whether its change can't be read everywhere yet
     */
    record Dispatched(Outcome<Affected> outcome, boolean behind) {}
}
