package dev.berth.infra.http;

import dev.berth.api.usage.QueryUsage;
import dev.berth.api.usage.UsageItem;
import dev.berth.query.Page;
import java.time.Instant;
import java.util.Optional;

/** Asks what was used. */
@FunctionalInterface
public interface UsageReads {
    /**
     * The sums that the query asks for, after everything that had happened when it was asked.
     *
     * @param now what lasts is counted up to here
     * @return empty where the cursor is none
     * @throws ProblemException UNAVAILABLE where what has happened is not counted yet
     */
    Optional<Page<UsageItem>> query(QueryUsage query, Instant now);
}
