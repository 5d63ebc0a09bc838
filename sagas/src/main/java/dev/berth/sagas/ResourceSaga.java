package dev.berth.sagas;

import org.jspecify.annotations.Nullable;

/** A saga of one resource: a fold over that resource's stream, and so a cache of it that can be thrown away. */
public interface ResourceSaga {
    /** The resource. */
    String resourceId();

    /** How many events of the resource's stream it has seen; 0 before the first. */
    long revision();

    /** What it has decided; null before the first event. */
    @Nullable
    ResourcePlan plan();

    /** The provider account that the resource is made with; null where none is. */
    default @Nullable String accountId() {
        ResourcePlan plan = plan();
        return plan == null ? null : plan.accountId();
    }
}
