package dev.berth.api.inventory;

import dev.berth.api.DomainEvent;
import dev.berth.api.Ids;
import dev.berth.api.Stored;
import java.util.Map;

/** What happens to what is known of a host's hardware and software. */
public sealed interface InventoryEvent extends DomainEvent {
    /** Derived from the host's id. */
    String inventoryId();

    /** The host. */
    String nodeId();

    /** The tenant that owns the host. */
    String tenantId();

    /** The stream of a host's snapshots. */
    static String id(String nodeId) {
        return Ids.derived("inv", nodeId);
    }

    @Override
    default String streamId() {
        return inventoryId();
    }

    /** A report that differs from the one before. */
    @Stored(name = "inventory.reported")
    record InventoryReported(
            String inventoryId, String nodeId, String tenantId, Map<String, Map<String, Object>> sections)
            implements InventoryEvent {}
}
