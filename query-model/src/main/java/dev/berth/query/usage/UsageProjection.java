package dev.berth.query.usage;

import static dev.berth.query.jooq.Tables.USAGE_INTERVAL;

import dev.berth.api.usage.Meter;
import dev.berth.query.Delivered;
import dev.berth.query.RowStatements;
import dev.berth.query.projection.RebuildableProjection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the intervals of what is metered.
 *
 * <p>Owns: the table of intervals. Does not own: what begins and ends them ({@link UsageFold}). Invariants: one select and
 * one upsert for each batch that concerns a meter, and none for others; an interval is never replaced by an older one. On
 * failure: throws, and nothing was written.
 */
public final class UsageProjection implements RebuildableProjection {
    /** The name of the processor. */
    public static final String NAME = "usage";

    private static final int VERSION = 1;
    private static final List<Field<?>> COLUMNS = List.of(
            USAGE_INTERVAL.RESOURCE_ID,
            USAGE_INTERVAL.PART,
            USAGE_INTERVAL.TENANT_ID,
            USAGE_INTERVAL.POOL_ID,
            USAGE_INTERVAL.PROJECT_ID,
            USAGE_INTERVAL.METER,
            USAGE_INTERVAL.AMOUNT,
            USAGE_INTERVAL.FROM_MS,
            USAGE_INTERVAL.TO_MS,
            USAGE_INTERVAL.REVISION);
    private static final RowStatements UPSERT = new RowStatements(
            "usage_interval as stored",
            COLUMNS,
            "on conflict (resource_id, part) do update set "
                    + COLUMNS.stream()
                            .skip(2)
                            .map(column -> column.getName() + " = excluded." + column.getName())
                            .collect(Collectors.joining(", "))
                    + " where stored.revision < excluded.revision");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int version() {
        return VERSION;
    }

    @Override
    public List<String> tables() {
        return List.of(USAGE_INTERVAL.getName());
    }

    @Override
    public UsageProjection another() {
        return new UsageProjection();
    }

    @Override
    public void forget() {
        // It remembers nothing.
    }

    @Override
    public void project(DSLContext sql, List<Delivered> events) {
        List<Delivered> concerned =
                events.stream().filter(it -> UsageFold.concerns(it.event())).toList();
        if (concerned.isEmpty()) {
            return;
        }
        Map<String, UsageInterval> newest = newest(
                sql,
                concerned.stream()
                        .filter(it -> it.meta().sequence() > 0)
                        .map(Delivered::streamId)
                        .distinct()
                        .toList());
        Map<String, UsageInterval> changed = new TreeMap<>();
        for (Delivered delivered : concerned) {
            String id = delivered.streamId();
            for (UsageInterval interval : UsageFold.changed(newest.get(id), delivered.event(), delivered.meta())) {
                newest.put(id, interval);
                changed.put(id + '/' + interval.part(), interval);
            }
        }
        if (!changed.isEmpty()) {
            save(sql, changed.values());
        }
    }

    private static Map<String, UsageInterval> newest(DSLContext sql, Collection<String> ids) {
        Map<String, UsageInterval> found = new HashMap<>();
        if (!ids.isEmpty()) {
            sql.select(COLUMNS)
                    .distinctOn(USAGE_INTERVAL.RESOURCE_ID)
                    .from(USAGE_INTERVAL)
                    .where(USAGE_INTERVAL.RESOURCE_ID.eq(DSL.any(ids.toArray(String[]::new))))
                    .orderBy(USAGE_INTERVAL.RESOURCE_ID, USAGE_INTERVAL.PART.desc())
                    .forEach(row -> found.put(row.get(USAGE_INTERVAL.RESOURCE_ID), interval(row)));
        }
        return found;
    }

    /** All intervals of these resources, in their order. */
    static List<UsageInterval> intervals(DSLContext sql, Collection<String> ids) {
        return sql.select(COLUMNS)
                .from(USAGE_INTERVAL)
                .where(USAGE_INTERVAL.RESOURCE_ID.eq(DSL.any(ids.toArray(String[]::new))))
                .orderBy(USAGE_INTERVAL.RESOURCE_ID, USAGE_INTERVAL.PART)
                .fetch(UsageProjection::interval);
    }

    private static UsageInterval interval(Record row) {
        return new UsageInterval(
                row.get(USAGE_INTERVAL.RESOURCE_ID),
                row.get(USAGE_INTERVAL.PART),
                row.get(USAGE_INTERVAL.TENANT_ID),
                row.get(USAGE_INTERVAL.POOL_ID),
                row.get(USAGE_INTERVAL.PROJECT_ID),
                Meter.named(row.get(USAGE_INTERVAL.METER)),
                row.get(USAGE_INTERVAL.AMOUNT),
                row.get(USAGE_INTERVAL.FROM_MS),
                row.get(USAGE_INTERVAL.TO_MS),
                row.get(USAGE_INTERVAL.REVISION));
    }

    static void save(DSLContext sql, Collection<UsageInterval> intervals) {
        List<List<@Nullable Object>> values = new ArrayList<>();
        COLUMNS.forEach(column -> values.add(new ArrayList<>()));
        for (UsageInterval it : intervals) {
            values.get(0).add(it.resourceId());
            values.get(1).add(it.part());
            values.get(2).add(it.tenantId());
            values.get(3).add(it.poolId());
            values.get(4).add(it.projectId());
            values.get(5).add(it.meter().word());
            values.get(6).add(it.amount());
            values.get(7).add(it.fromMs());
            values.get(8).add(it.toMs());
            values.get(9).add(it.revision());
        }
        UPSERT.run(sql, values);
    }
}
