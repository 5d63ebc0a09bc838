package dev.berth.query.projection;

import static dev.berth.query.jooq.Tables.POOL_OFFER;

import dev.berth.query.Delivered;
import dev.berth.query.ReadTable;
import dev.berth.query.RowCache;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jooq.DSLContext;

/**
 * Keeps all read tables.
 *
 * <p>Owns: the rows of every {@link ReadTable}. Does not own: the feed. Invariants: for each table of a batch at
 * most one select, and one upsert; streams may be spread over segments, since no two streams share a row. On failure: throws;
 * see {@link BatchingInvoker}.
 */
public final class ViewsProjection implements RebuildableProjection {
    /** The name of the processor. */
    public static final String NAME = "views";

    private static final int VERSION = 1;

    private final RowCache cache = new RowCache();

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
        return Stream.concat(ReadTables.all().stream().map(ReadTable::name), Stream.of(POOL_OFFER.getName()))
                .toList();
    }

    @Override
    public ViewsProjection another() {
        return new ViewsProjection();
    }

    @Override
    public void forget() {
        cache.clear();
    }

    @Override
    public void project(DSLContext sql, List<Delivered> events) {
        Map<ReadTable<?, ?>, List<Delivered>> byTable = new LinkedHashMap<>();
        for (Delivered delivered : events) {
            ReadTables.of(delivered.event().getClass())
                    .ifPresent(table -> byTable.computeIfAbsent(table, none -> new ArrayList<>())
                            .add(delivered));
        }
        byTable.forEach((table, concerned) -> table.apply(sql, concerned, cache));
    }
}
