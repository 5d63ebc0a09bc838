package dev.berth.query.projection;

import static dev.berth.query.jooq.Tables.POOL_OFFER;

import dev.berth.query.Delivered;
import dev.berth.query.ReadTable;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Table;

/**
 * A second set of read tables in a schema of its own, filled beside the serving ones and put in their place once it has
 * caught up.
 *
 * <p>Owns: that schema. Does not own: the processor that fills it through {@link #projection} from the first event on, its
 * tokens and its dead letters. Invariants: readers see the one set or the other, never a mixture; the names of tables and
 * indexes stay as the migrations gave them. On failure: the serving tables are as they were; {@link #create} begins anew.
 *
 * <p>To rebuild: {@code create}, run the second processor until it is near the end, {@code index}, stop both processors,
 * check that the second one's tokens are not behind the first one's, {@code swap} and, in the same transaction, give the
 * first one the second one's tokens.
 */
public final class ShadowTables {
    /** The name of the second processor. */
    public static final String READER = ViewsProjection.NAME + "-rebuild";

    private static final String SCHEMA = "rebuild";

    private final DSLContext sql;
    private final String serving;

    /**
     * @param sql finds the serving tables in its schema
     */
    public ShadowTables(DSLContext sql) {
        this.sql = sql;
        this.serving = text("select quote_ident(current_schema())");
    }

    /** Makes empty tables with their keys, after dropping what an earlier attempt left. */
    public void create() {
        sql.execute("drop schema if exists " + SCHEMA + " cascade");
        sql.execute("create schema " + SCHEMA);
        for (String table : names()) {
            String key = text("select pg_get_constraintdef(oid) from pg_constraint where contype = 'p' and conrelid = '"
                    + serving + "." + table + "'::regclass");
            sql.execute("create table " + SCHEMA + "." + table + " (like " + serving + "." + table
                    + " including defaults)");
            sql.execute("alter table " + SCHEMA + "." + table + " add constraint " + table + "_pkey " + key);
        }
    }

    /** Fills the second set. Its transactions find the read tables there, and everything else where it always is. */
    public Projection projection() {
        ViewsProjection views = new ViewsProjection();
        return new Projection() {
            @Override
            public String name() {
                return READER;
            }

            @Override
            public void project(DSLContext transaction, List<Delivered> events) {
                transaction.execute("set local search_path to " + SCHEMA + ", " + serving);
                views.project(transaction, events);
            }
        };
    }

    /** Makes the indexes, which is faster once most rows are there. To be called once, before {@link #swap}. */
    public void index() {
        for (String table : names()) {
            sql.fetch("select indexdef from pg_indexes where tablename = '" + table
                            + "' and quote_ident(schemaname) = '" + serving + "' and indexname <> '" + table + "_pkey'")
                    .into(String.class)
                    .forEach(definition -> sql.execute(definition.replace(
                            " ON " + serving + "." + table + " ", " ON " + SCHEMA + "." + table + " ")));
            sql.execute("analyze " + SCHEMA + "." + table);
        }
    }

    /** Puts the second set in the place of the first one, and drops that. Within a transaction of the caller. */
    public void swap() {
        for (String table : names()) {
            sql.execute("drop table " + serving + "." + table);
            sql.execute("alter table " + SCHEMA + "." + table + " set schema " + serving);
        }
        sql.execute("drop schema " + SCHEMA);
    }

    private String text(String query) {
        String value = sql.fetchSingle(query).get(0, String.class);
        if (value == null) {
            throw new IllegalStateException("Not found: " + query);
        }
        return value;
    }

    private static List<String> names() {
        return Stream.concat(ReadTables.all().stream().map(ReadTable::table), Stream.of(POOL_OFFER))
                .map(Table::getName)
                .toList();
    }
}
