package dev.berth.command.pool;

import dev.berth.api.pool.FlavorView;
import dev.berth.api.pool.PoolView;
import java.util.Optional;

/**
 * Pools and flavors as admission reads them: from memory, at most a second behind the events, archived ones included.
 */
public interface PoolDirectory {
    /** The pool with this id, whoever owns it. */
    Optional<PoolView> pool(String poolId);

    /** The flavor of this name in this pool. */
    Optional<FlavorView> flavor(String poolId, String name);
}
