package dev.berth.query.quota;

import static dev.berth.query.jooq.Tables.QUOTA;

import dev.berth.api.quota.ListQuotas;
import dev.berth.api.quota.QuotaView;
import dev.berth.api.quota.ResourceKind;
import dev.berth.query.Listing;
import dev.berth.query.Page;
import dev.berth.query.PageKey;
import dev.berth.query.Scan;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** Reads quotas: four rows of a list stand in one row of the table. */
public final class QuotaQueries {
    private final Listing<QuotaRecord> quotas;

    public QuotaQueries(DSLContext sql) {
        this.quotas = new Listing<>(sql, QuotaTable.TABLE);
    }

    /** One quota of the tenant; empty where it has none in the pool. */
    public Optional<QuotaView> get(String tenantId, String poolId, ResourceKind resource) {
        return quotas.one(QUOTA.TENANT_ID.eq(tenantId).and(QUOTA.POOL_ID.eq(poolId)))
                .map(quota -> quota.view(resource));
    }

    /** A page of the tenant's quotas: in the order of their creation, then of the kinds. Empty where the cursor is none. */
    public Optional<Page<QuotaView>> list(ListQuotas query, Predicate<QuotaView> allowed) {
        PageKey after = null;
        if (query.cursor() != null) {
            after = PageKey.parse(query.cursor()).orElse(null);
            if (after == null) {
                return Optional.empty();
            }
        }
        Condition where = QUOTA.TENANT_ID.eq(query.tenantId());
        if (query.poolId() != null) {
            where = where.and(QUOTA.POOL_ID.eq(query.poolId()));
        }
        List<Condition> source = List.of(where);
        List<ResourceKind> kinds =
                query.resource() == null ? Arrays.asList(ResourceKind.values()) : List.of(query.resource());
        return Optional.of(Scan.page(
                query.limit(),
                allowed,
                after,
                (from, atMost) -> entries(source, kinds, from, atMost),
                PageKey::cursor));
    }

    /** A key's id is the row's, then a colon and the number of the kind: the rest of a row comes before the next one. */
    private List<Scan.Entry<QuotaView>> entries(
            List<Condition> source, List<ResourceKind> kinds, @Nullable PageKey after, int atMost) {
        // The row of the key itself comes again: "quota_x" is before "quota_x:1".
        PageKey row = after == null ? null : new PageKey(after.createdAt(), beforeRowOf(after.id()));
        return quotas.rows(source, row, atMost / kinds.size() + 2, false).stream()
                .flatMap(found -> kinds.stream()
                        .map(kind -> new Scan.Entry<>(
                                new PageKey(found.key().createdAt(), found.key().id() + ':' + kind.ordinal()),
                                found.value().view(kind))))
                .filter(entry -> after == null || isAfter(entry.key(), after))
                .limit(atMost)
                .toList();
    }

    private static boolean isAfter(PageKey key, PageKey after) {
        int time = key.createdAt().compareTo(after.createdAt());
        return time > 0 || (time == 0 && key.id().compareTo(after.id()) > 0);
    }

    /** A text just before the row's id, so that the row is read again. */
    private static String beforeRowOf(String id) {
        int colon = id.lastIndexOf(':');
        String row = colon < 0 ? id : id.substring(0, colon);
        return row.isEmpty() ? row : row.substring(0, row.length() - 1);
    }
}
