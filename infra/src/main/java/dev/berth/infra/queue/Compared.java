package dev.berth.infra.queue;

import dev.berth.sagas.ResourcePlan;
import dev.berth.sagas.provider.Thing;
import org.jspecify.annotations.Nullable;

/** How resources of one kind are compared with what a listing has. */
interface Compared<P extends ResourcePlan, T extends Thing> {
    /** The provider's id of it; null while it has none. */
    @Nullable
    String providerId(P plan);

    /** The listing has it. */
    void there(P plan, T thing);

    /** Whether the provider should have it. */
    boolean isExpected(P plan);

    /** Whether the provider says of it alone that it is missing; what was made a moment ago is not. */
    boolean isMissing(P plan);

    /** The provider has it no more. */
    void absent(P plan);
}
