package dev.berth.infra.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.axonframework.eventhandling.GapAwareTrackingToken;

/** The statements that read events by their positions. */
final class EventQueries {
    private static final String FROM =
            "select global_index, " + StoredEvent.COLUMNS + " from domain_event_entry where ";
    private static final String AFTER = FROM + "global_index > ? order by global_index limit ?";
    private static final String WITH_GAPS =
            FROM + "global_index = any(?) union all (" + AFTER + ") order by global_index";

    private EventQueries() {}

    /** The events after a token, and those that fill its gaps; the first column is the position. */
    static PreparedStatement after(Connection connection, GapAwareTrackingToken token, int limit) throws SQLException {
        boolean gaps = token.hasGaps();
        PreparedStatement statement = connection.prepareStatement(gaps ? WITH_GAPS : AFTER);
        int parameter = 1;
        if (gaps) {
            statement.setArray(
                    parameter++,
                    connection.createArrayOf("bigint", token.getGaps().toArray()));
        }
        statement.setLong(parameter++, token.getIndex());
        statement.setInt(parameter, limit);
        return statement;
    }

    static Optional<Long> lastSequence(Connection connection, String stream) throws SQLException {
        String sql = "select max(sequence_number) from domain_event_entry where aggregate_identifier = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, stream);
            return number(statement);
        }
    }

    static long newest(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("select max(global_index) from domain_event_entry")) {
            return number(statement).orElse(0L);
        }
    }

    /** The last position before the first event at or after this time; none without any event. */
    static Optional<Long> lastBefore(Connection connection, OffsetDateTime time) throws SQLException {
        String sql = "select coalesce((select min(global_index) from domain_event_entry where time_stamp >= ?) - 1,"
                + " (select max(global_index) from domain_event_entry))";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setObject(1, time);
            return number(statement);
        }
    }

    static List<Long> indexesAfter(Connection connection, long position) throws SQLException {
        String sql = "select global_index from domain_event_entry where global_index > ? order by global_index";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, position);
            List<Long> found = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(row.getLong(1));
                }
            }
            return found;
        }
    }

    private static Optional<Long> number(PreparedStatement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery()) {
            row.next();
            long value = row.getLong(1);
            return row.wasNull() ? Optional.empty() : Optional.of(value);
        }
    }
}
