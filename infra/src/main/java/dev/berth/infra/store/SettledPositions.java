package dev.berth.infra.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Tells up to which position the events are settled: whatever is missing there was rolled back and never comes.
 *
 * <p>Proof: a position is drawn by a transaction that already has its id (see the table's definition), and positions are
 * drawn in ascending order. So when position {@code h} is seen and then an id {@code y} is drawn, every position below
 * {@code h} was drawn by a transaction with an id below {@code y}. Once the oldest transaction that runs is not below
 * {@code y}, all of those have ended: each lower position can be seen, or never will be. This needs no time limit and no
 * clock; a transaction that stays open only delays it. (A snapshot's {@code xmax} would not do for {@code y}: it comes
 * after the newest transaction that has ended, not after the newest that has begun.)
 */
final class SettledPositions {
    private static final String OLDEST = "select pg_snapshot_xmin(pg_current_snapshot())::text::bigint";

    // The id is drawn while the statement runs, which is after its snapshot was taken.
    private static final String WATCH = "select coalesce((select max(global_index) from domain_event_entry), 0),"
            + " pg_current_xact_id()::text::bigint";

    private volatile long settled;
    private long watched;
    private long until;

    /** Every position up to this one is settled, for a statement that begins from now on. */
    long upTo() {
        return settled;
    }

    /** Looks again. Costs one or two cheap statements; call it when something is missing. */
    synchronized long look(Connection connection) throws SQLException {
        if (until > 0 && numbers(connection, OLDEST)[0] < until) {
            return settled;
        }
        settled = Math.max(settled, watched);
        long[] now = numbers(connection, WATCH);
        watched = now[0];
        until = now[1];
        return settled;
    }

    private static long[] numbers(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            row.next();
            long[] values = new long[row.getMetaData().getColumnCount()];
            for (int i = 0; i < values.length; i++) {
                values[i] = row.getLong(i + 1);
            }
            return values;
        }
    }
}
