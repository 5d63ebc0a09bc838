package dev.berth.infra.http;

import dev.berth.api.Outcome;
import dev.berth.api.projection.DeadLetterView;
import dev.berth.api.projection.ParkedSagaView;
import dev.berth.api.projection.ProjectionView;
import dev.berth.api.projection.RetriedLetters;
import dev.berth.api.projection.RetriedSaga;
import dev.berth.api.projection.VerifiedProjection;
import java.util.List;

/** What an operator can see and do of read models and sagas. */
public interface Operations {
    /** Every read model. */
    List<ProjectionView> projections();

    /** Begins to make a read model anew. NOT_FOUND, UNSUPPORTED, or INVALID_STATE while that is under way. */
    Outcome<ProjectionView> rebuild(String name);

    /** Compares a read model with its events. NOT_FOUND, or UNSUPPORTED where there is nothing to compare with. */
    Outcome<VerifiedProjection> verify(String name);

    /** The resources whose events a read model could not take in, at most {@code limit}. */
    List<DeadLetterView> deadLetters(int limit);

    /** Tries again to take in what was put aside of a resource. NOT_FOUND where there is no such read model. */
    Outcome<RetriedLetters> retryLetters(String name, String resourceId);

    /** The resources whose saga failed, at most {@code limit}. */
    List<ParkedSagaView> parkedSagas(int limit);

    /** Builds a parked saga again. NOT_FOUND where it is not parked, INVALID_STATE where that fails. */
    Outcome<RetriedSaga> retrySaga(String resourceId);
}
