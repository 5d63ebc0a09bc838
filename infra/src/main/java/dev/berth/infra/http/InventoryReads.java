package dev.berth.infra.http;

import dev.berth.api.inventory.InventoryView;
import dev.berth.query.Page;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what hosts have reported. */
public interface InventoryReads {
    /** The newest snapshot of a host, or the newest of that time. */
    Optional<InventoryView> newest(String nodeId, @Nullable Instant at);

    /** A host's snapshots, newest first. Empty for a cursor that is none. */
    Optional<Page<InventoryView>> page(String nodeId, int limit, @Nullable String cursor);
}
