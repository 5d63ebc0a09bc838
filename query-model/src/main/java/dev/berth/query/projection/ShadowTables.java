package dev.berth.query.projection;

import dev.berth.query.Delivered;
import java.util.List;
import org.jooq.DSLContext;

/**
 * A second set of a projection's tables in a schema of its own, filled beside the serving ones and put in their place once it has
 * caught up.
 *
 * <p>Owns: that schema. Does not own: the processor that fills it through {@link #projection} from the first event on, its
 * tokens and its dead letters. Invariants: readers see the one set or the other, never a mixture; the names of tables and
 * indexes stay as the migrations gave them. On failure: the serving tables are as they were; {@link #create} begins anew.
 *
 * <p>To rebuild: {@code create}, run the second processor until it is near the end, {@code index}, hold both processors
 * off, check that the second one is not behind the first one, and {@code swap} in that same transaction. The first one may
 * then see events again that its new tables hold already, which change nothing.
 */
public final class ShadowTables {
    private final DSLContext sql;
    private final RebuildableProjection projection;
    private final String schema;
    private final String serving;

    /**
     * @param sql        finds the serving tables in its schema
     * @param projection whose tables are made anew
     */
    public ShadowTables(DSLContext sql, RebuildableProjection projection) {
        this.sql = sql;
        this.projection = projection;
        this.schema = "rebuild_" + projection.name();
        this.serving = text("select quote_ident(current_schema())");
    }

    /** The name of the second processor. */
    public String reader() {
        return projection.name() + "-rebuild";
    }

    /** Whether an earlier attempt has left its tables, which its processor can go on with. */
    public boolean begun() {
        return isThere(sql);
    }

    private boolean isThere(DSLContext in) {
        return in.fetchSingle("select to_regnamespace('" + schema + "') is not null")
                .get(0, boolean.class);
    }

    /** Makes empty tables with their keys, after dropping what an earlier attempt left. */
    public void create() {
        sql.execute("drop schema if exists " + schema + " cascade");
        sql.execute("create schema " + schema);
        for (String table : projection.tables()) {
            String key = text("select pg_get_constraintdef(oid) from pg_constraint where contype = 'p' and conrelid = '"
                    + serving + "." + table + "'::regclass");
            sql.execute("create table " + schema + "." + table + " (like " + serving + "." + table
                    + " including defaults)");
            sql.execute("alter table " + schema + "." + table + " add constraint " + table + "_pkey " + key);
        }
    }

    /** Fills the second set. Its transactions find the tables there, and everything else where it always is. */
    public Projection projection() {
        Projection another = projection.another();
        return new Projection() {
            @Override
            public String name() {
                return reader();
            }

            @Override
            public void project(DSLContext transaction, List<Delivered> events) {
                if (!isThere(transaction)) {
                    // They serve already, filled by the other processor.
                    return;
                }
                transaction.execute("set local search_path to " + schema + ", " + serving);
                another.project(transaction, events);
            }
        };
    }

    /** Makes the indexes that are not there yet, which is faster once most rows are. To be called before {@link #swap}. */
    public void index() {
        for (String table : projection.tables()) {
            sql.fetch("select indexdef from pg_indexes where tablename = '" + table
                            + "' and quote_ident(schemaname) = '" + serving + "' and indexname <> '" + table + "_pkey'")
                    .into(String.class)
                    .forEach(definition -> sql.execute(definition
                            .replace(" INDEX ", " INDEX IF NOT EXISTS ")
                            .replace(" ON " + serving + "." + table + " ", " ON " + schema + "." + table + " ")));
            sql.execute("analyze " + schema + "." + table);
        }
    }

    /** Puts the second set in the place of the first one, and drops that. Within a transaction of the caller. */
    public void swap() {
        for (String table : projection.tables()) {
            sql.execute("drop table " + serving + "." + table);
            sql.execute("alter table " + schema + "." + table + " set schema " + serving);
        }
        sql.execute("drop schema " + schema);
    }

    private String text(String query) {
        String value = sql.fetchSingle(query).get(0, String.class);
        if (value == null) {
            throw new IllegalStateException("Not found: " + query);
        }
        return value;
    }
}
