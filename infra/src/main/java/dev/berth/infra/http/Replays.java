package dev.berth.infra.http;

import dev.berth.api.Outcome;
import dev.berth.api.iam.ReplayDecisions;
import dev.berth.api.iam.ReplayedDecision;
import dev.berth.query.Page;

/** Decides past calls again. */
@FunctionalInterface
public interface Replays {
    /** Those that would be decided otherwise, oldest first. INVALID_INPUT for a policy, an interval or a cursor that is none. */
    Outcome<Page<ReplayedDecision>> replay(ReplayDecisions query);
}
