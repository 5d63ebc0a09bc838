package dev.berth.query.quota;

import dev.berth.api.quota.QuotaView;
import dev.berth.api.quota.Quotas;
import dev.berth.api.quota.ResourceKind;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * The quota of one tenant in one pool: the limit and the use of all four resources.
 *
 * @param revision the number of events in its stream, which all four share
 */
public record QuotaRecord(
        String tenantId, String poolId, Quotas max, Quotas used, Instant createdAt, Instant updatedAt, long revision) {
    /** One resource of it. */
    public QuotaView view(ResourceKind resource) {
        return new QuotaView(
                tenantId, poolId, resource, max.get(resource), used.get(resource), createdAt, updatedAt, revision);
    }

    /** All of its resources, in the order of their kinds. */
    public List<QuotaView> views() {
        return Arrays.stream(ResourceKind.values()).map(this::view).toList();
    }
}
