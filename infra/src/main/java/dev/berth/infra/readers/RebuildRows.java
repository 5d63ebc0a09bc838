package dev.berth.infra.readers;

import dev.berth.query.projection.RebuildableProjection;
import java.util.Optional;
import org.jooq.DSLContext;

/** What is stored of versions and of rebuilds that are under way. */
public final class RebuildRows {
    private final DSLContext sql;

    RebuildRows(DSLContext sql) {
        this.sql = sql;
    }

    /** The version that made what stands in the tables; on the first start, this one. */
    int madeBy(RebuildableProjection projection) {
        sql.execute(
                "insert into projection_version (name, version) values (?, ?) on conflict (name) do nothing",
                projection.name(),
                projection.version());
        return sql.fetchSingle("select version from projection_version where name = ?", projection.name())
                .get(0, Integer.class);
    }

    /** The version that a rebuild under way makes. */
    Optional<Integer> underWay(String name) {
        return sql.fetchOptional("select version from projection_rebuild where name = ?", name)
                .map(row -> row.get(0, Integer.class));
    }

    void began(RebuildableProjection projection) {
        sql.execute(
                "insert into projection_rebuild (name, version) values (?, ?) on conflict (name) do update set"
                        + " version = excluded.version, started_at = now()",
                projection.name(),
                projection.version());
    }

    void ended(RebuildableProjection projection) {
        sql.execute("delete from projection_rebuild where name = ?", projection.name());
        sql.execute(
                "update projection_version set version = ? where name = ?", projection.version(), projection.name());
    }
}
