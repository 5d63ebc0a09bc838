package dev.berth.api.rehearsal;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call with {@code dryRun} would have done. Nothing of it was kept; ids that it would have made are others when it
 * is made in earnest.
 *
 * @param dryRun   always true
 * @param resource as it would be, where the method answers a resource
 * @param events   what would have happened, in order: charges, leases and the placement among them
 */
public record RehearsedView(boolean dryRun, @Nullable Object resource, List<PlannedEvent> events) {
    /**
     * An event that would have happened.
     *
     * @param type    such as {@code instance.created}
     * @param subject the resource
     * @param data    what would have been published of it; empty where nothing is
     */
    public record PlannedEvent(String type, String subject, Map<String, Object> data) {}
}
