package dev.berth.sagas.snapshot;

import dev.berth.api.snapshot.SnapshotEvent;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotCreated;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotErrored;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotReady;
import dev.berth.api.snapshot.SnapshotEvent.SnapshotStepFailed;
import dev.berth.sagas.provider.ProviderRef;
import dev.berth.sagas.provider.Wish.SnapshotWish;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a step needs to know of its snapshot, from its stream alone.
 *
 * @param plan what is to be done
 * @param created how it was admitted
 * @param fence the greatest fencing number of which an outcome is recorded; 0 before the first
 */
public record SnapshotFacts(SnapshotPlan plan, SnapshotCreated created, long fence) {
    /** From all events of one stream, in order; empty where there are none. */
    public static Optional<SnapshotFacts> of(Iterable<? extends SnapshotEvent> events) {
        SnapshotFacts facts = null;
        for (SnapshotEvent event : events) {
            facts = after(facts, event);
        }
        return Optional.ofNullable(facts);
    }

    private static SnapshotFacts after(@Nullable SnapshotFacts before, SnapshotEvent event) {
        if (before == null) {
            SnapshotPlan plan = SnapshotPlan.after(null, event, 1);
            return new SnapshotFacts(plan, (SnapshotCreated) event, 0);
        }
        return new SnapshotFacts(
                SnapshotPlan.after(before.plan, event, before.plan.revision() + 1),
                before.created,
                Math.max(before.fence, fence(event)));
    }

    private static long fence(SnapshotEvent event) {
        return switch (event) {
            case SnapshotReady it -> it.fence();
            case SnapshotStepFailed it -> it.fence();
            case SnapshotErrored it -> it.fence();
            default -> 0;
        };
    }

    /**
     * What it is made from.
     *
     * @param volumeId the provider's id of its volume
     */
    public SnapshotWish wish(String volumeId) {
        return new SnapshotWish(
                created.snapshotId(),
                created.providerName(),
                created.region(),
                new ProviderRef(volumeId, created.region(), plan.shared()));
    }
}
