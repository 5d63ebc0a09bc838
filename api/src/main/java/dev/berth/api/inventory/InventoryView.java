package dev.berth.api.inventory;

import java.time.Instant;
import java.util.Map;

/**
 * A snapshot of a host.
 *
 * @param sections   by name
 * @param reportedAt when it was reported first
 * @param revision   its number in the host's history of snapshots, from 1
 */
public record InventoryView(
        String nodeId, Map<String, Map<String, Object>> sections, Instant reportedAt, long revision) {}
