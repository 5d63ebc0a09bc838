package dev.berth.infra.http;

import dev.berth.api.audit.HistoryItem;
import dev.berth.api.audit.VerifiedHistory;
import dev.berth.api.iam.ResourceRef;
import dev.berth.query.Page;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the history of a tenant's resources. */
public interface AuditReads {
    /**
     * A resource that has a history.
     *
     * @param streamId where its events are
     * @param resource what decisions about it are about, as it is now
     */
    record Found(String streamId, ResourceRef resource) {}

    /** The tenant's resource of this id or name. */
    Optional<Found> find(String tenantId, String resourceId);

    /** What happened to it, oldest first. Empty for a cursor that is none. */
    Optional<Page<HistoryItem>> history(String tenantId, Found resource, int limit, @Nullable String cursor);

    /**
     * What its owner was shown of it.
     *
     * @param at       after everything up to this time; null for any time
     * @param revision after so many events; null for any number
     * @return empty before it existed, or after it was shown
     */
    Optional<Object> at(Found resource, @Nullable Instant at, @Nullable Long revision);

    /** The history with what was published, of a resource or of the whole tenant. Empty for a cursor that is none. */
    Optional<Page<HistoryItem>> export(String tenantId, @Nullable Found resource, int limit, @Nullable String cursor);

    /** Looks at a range of the tenant's chain. */
    VerifiedHistory verify(String tenantId, long from, @Nullable Long to);
}
