package dev.berth.infra.bench;

import dev.berth.infra.postgres.DatabaseSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * The limit to compare with: the rows that one create appends, of the same size, to a table like the event store's by
 * plain JDBC, in one transaction a create.
 */
final class RawAppend {
    private final DatabaseSettings database;
    private final List<Row> rows = new ArrayList<>();

    private record Row(String type, String payload, String metaData) {}

    /** Copies the shape of the events table, and the rows of one admission. */
    RawAppend(DatabaseSettings database, String instanceId) throws SQLException {
        this.database = database;
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table if exists bench_append");
            statement.execute("create table bench_append (like domain_event_entry including all)");
            try (ResultSet found = statement.executeQuery("select payload_type, payload, meta_data"
                    + " from domain_event_entry where tx = (select tx from domain_event_entry"
                    + " where aggregate_identifier = '" + instanceId
                    + "' and sequence_number = 0) order by global_index")) {
                while (found.next()) {
                    rows.add(new Row(found.getString(1), found.getString(2), found.getString(3)));
                }
            }
        }
        if (rows.size() < 4) {
            throw new IllegalStateException("An admission has at least four events, found " + rows.size());
        }
    }

    /** How many rows a create appends. */
    int rowCount() {
        return rows.size();
    }

    /** How many bytes of payload and metadata a create appends. */
    int bytes() {
        return rows.stream()
                .mapToInt(it -> it.payload().length() + it.metaData().length())
                .sum();
    }

    private Connection connect() throws SQLException {
        return database.connect("bench");
    }

    Load.Client client() throws SQLException {
        Connection connection = connect();
        connection.setAutoCommit(false);
        PreparedStatement insert = connection.prepareStatement("insert into bench_append (sequence_number,"
                + " time_stamp, aggregate_identifier, type, event_identifier, payload_type, payload_revision, payload,"
                + " meta_data) values (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        return new Load.Client() {
            @Override
            public void once(long number) throws SQLException {
                int i = 0;
                OffsetDateTime time = OffsetDateTime.now();
                for (Row row : rows) {
                    insert.setLong(1, i);
                    insert.setObject(2, time);
                    insert.setString(3, "inst_0000000000000000000000000000000000000000" + number);
                    insert.setString(4, "Instance");
                    insert.setString(5, "event-000000000000-" + number + "-" + i++);
                    insert.setString(6, row.type());
                    insert.setString(7, "1");
                    insert.setString(8, row.payload());
                    insert.setString(9, row.metaData());
                    insert.addBatch();
                }
                insert.executeBatch();
                connection.commit();
            }

            @Override
            public void close() throws SQLException {
                connection.close();
            }
        };
    }

    void drop() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("drop table bench_append");
        }
    }
}
