package dev.berth.query.usage;

import static dev.berth.query.jooq.Tables.USAGE_INTERVAL;

import dev.berth.api.usage.Meter;
import dev.berth.api.usage.QueryUsage;
import dev.berth.api.usage.QueryUsage.By;
import dev.berth.api.usage.UsageItem;
import dev.berth.query.Page;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SelectField;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** Sums what was used, with one statement whatever the number of resources. */
public final class UsageQueries {
    private static final BigDecimal MILLIS_OF_AN_HOUR = BigDecimal.valueOf(3_600_000);
    private static final int PLACES = 6;
    private static final String BETWEEN_PARTS = ":";

    private final DSLContext sql;

    public UsageQueries(DSLContext sql) {
        this.sql = sql;
    }

    /**
     * The sums of what the query asks for, in the order of meter, pool, project and resource.
     *
     * @param now what lasts is counted up to here
     * @return empty where the cursor is none
     */
    public Optional<Page<UsageItem>> query(QueryUsage query, Instant now) {
        long from = query.from().toEpochMilli();
        long end = Math.min(query.to().toEpochMilli(), now.toEpochMilli());
        List<Field<String>> keys = keys(query);
        Condition where = where(query, from, end);
        if (query.cursor() != null) {
            String[] after = query.cursor().split(BETWEEN_PARTS, -1);
            if (after.length != keys.size()) {
                return Optional.empty();
            }
            where = where.and(DSL.row(keys).gt(DSL.row((Object[]) after)));
        }
        Field<BigDecimal> sum = DSL.sum(USAGE_INTERVAL.AMOUNT.mul(
                        DSL.least(DSL.coalesce(USAGE_INTERVAL.TO_MS, DSL.inline(end)), DSL.inline(end))
                                .minus(DSL.greatest(USAGE_INTERVAL.FROM_MS, DSL.inline(from)))))
                .as("total");
        List<SelectField<?>> columns = new ArrayList<>(keys);
        columns.add(sum);
        List<Record> found = new ArrayList<>(sql.select(columns)
                .from(USAGE_INTERVAL)
                .where(where)
                .groupBy(keys)
                .orderBy(keys)
                .limit(query.limit() + 1)
                .fetch());
        boolean more = found.size() > query.limit();
        if (more) {
            found.removeLast();
        }
        return Optional.of(new Page<>(
                found.stream().map(row -> item(row, query, keys, sum)).toList(),
                more ? cursor(found.getLast(), keys) : null));
    }

    private static Condition where(QueryUsage query, long from, long end) {
        Condition where = USAGE_INTERVAL
                .TENANT_ID
                .eq(query.tenantId())
                .and(USAGE_INTERVAL.FROM_MS.lt(end))
                .and(USAGE_INTERVAL
                        .TO_MS
                        .isNull()
                        .or(USAGE_INTERVAL.TO_MS.gt(from).and(USAGE_INTERVAL.TO_MS.gt(USAGE_INTERVAL.FROM_MS))));
        if (query.meter() != null) {
            where = where.and(USAGE_INTERVAL.METER.eq(query.meter().word()));
        }
        if (query.poolId() != null) {
            where = where.and(USAGE_INTERVAL.POOL_ID.eq(query.poolId()));
        }
        if (query.projectId() != null) {
            where = where.and(USAGE_INTERVAL.PROJECT_ID.eq(query.projectId()));
        }
        if (query.resourceId() != null) {
            where = where.and(USAGE_INTERVAL.RESOURCE_ID.eq(query.resourceId()));
        }
        return where;
    }

    /** The columns of a group, in a fixed order. What belongs to no project has the empty one. */
    private static List<Field<String>> keys(QueryUsage query) {
        List<Field<String>> keys = new ArrayList<>();
        keys.add(USAGE_INTERVAL.METER);
        if (query.groupBy().contains(By.POOL)) {
            keys.add(USAGE_INTERVAL.POOL_ID);
        }
        if (query.groupBy().contains(By.PROJECT)) {
            keys.add(DSL.field("coalesce(project_id, '')", SQLDataType.VARCHAR));
        }
        if (query.groupBy().contains(By.RESOURCE)) {
            keys.add(USAGE_INTERVAL.RESOURCE_ID);
        }
        return keys;
    }

    private static UsageItem item(Record row, QueryUsage query, List<Field<String>> keys, Field<BigDecimal> sum) {
        BigDecimal millis = row.get(sum);
        int next = 1;
        String pool = query.groupBy().contains(By.POOL) ? row.get(next++, String.class) : null;
        String project = query.groupBy().contains(By.PROJECT) ? row.get(next++, String.class) : null;
        String resource = query.groupBy().contains(By.RESOURCE) ? row.get(next, String.class) : null;
        return new UsageItem(
                Meter.named(row.get(keys.getFirst())),
                pool,
                project == null || project.isEmpty() ? null : project,
                resource,
                hours(millis),
                millis.toBigIntegerExact().toString());
    }

    /** Milliseconds as hours with 6 places: the only place where anything is rounded. */
    static String hours(BigDecimal millis) {
        return millis.divide(MILLIS_OF_AN_HOUR, PLACES, RoundingMode.HALF_UP).toPlainString();
    }

    private static String cursor(Record last, List<Field<String>> keys) {
        return IntStream.range(0, keys.size())
                .mapToObj(i -> String.valueOf(last.get(i)))
                .collect(Collectors.joining(BETWEEN_PARTS));
    }
}
