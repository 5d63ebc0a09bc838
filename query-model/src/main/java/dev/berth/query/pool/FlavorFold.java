package dev.berth.query.pool;

import static dev.berth.query.Fold.existing;

import dev.berth.api.pool.FlavorEvent;
import dev.berth.api.pool.FlavorEvent.FlavorArchived;
import dev.berth.api.pool.FlavorEvent.FlavorCreated;
import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.LifeState;
import dev.berth.query.EventMeta;
import org.jspecify.annotations.Nullable;

/**
 * A flavor as its events make it.
 *
 * <p>Owns: the shape under a name in a pool. Does not own: who uses it. Invariants: the shape changes only where an
 * archived flavor is made again, which is then a new one from that time on. On failure: throws for an event before the
 * first one.
 */
public final class FlavorFold {
    private FlavorFold() {}

    /** The flavor after the event. */
    public static FlavorView fold(@Nullable FlavorView view, FlavorEvent event, EventMeta meta) {
        return switch (event) {
            case FlavorCreated created ->
                new FlavorView(
                        created.tenantId(),
                        created.createdBy(),
                        meta.time(),
                        meta.time(),
                        meta.revision(),
                        created.poolId(),
                        created.name(),
                        created.shape().vcpu(),
                        created.shape().memoryGiB(),
                        created.shape().diskGiB(),
                        created.shape().gpus(),
                        created.providerSize(),
                        LifeState.ACTIVE);
            case FlavorArchived ignored -> archived(existing(view, event), meta);
        };
    }

    private static FlavorView archived(FlavorView flavor, EventMeta meta) {
        return new FlavorView(
                flavor.tenantId(),
                flavor.createdBy(),
                flavor.createdAt(),
                meta.time(),
                meta.revision(),
                flavor.poolId(),
                flavor.name(),
                flavor.vcpu(),
                flavor.memoryGiB(),
                flavor.diskGiB(),
                flavor.gpus(),
                flavor.providerSize(),
                LifeState.ARCHIVED);
    }
}
