package dev.berth.query;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.JSONB;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/**
 * Writes any number of rows with one statement that has one array for each column.
 *
 * <p>Its text is the same whatever the number of rows, so that it is made once and every connection prepares it once: jOOQ
 * would make the text, and PostgreSQL the plan, anew for each batch.
 */
public final class RowStatements {
    private final String text;
    private final List<String> types;

    /**
     * An insert.
     *
     * @param columns of the table, in the order in which {@link #run} gets their values
     * @param then    what follows: what is to be done on a conflict; empty for nothing
     */
    public RowStatements(String table, List<? extends Field<?>> columns, String then) {
        this.types = columns.stream().map(RowStatements::type).toList();
        this.text = "insert into " + table + " ("
                + columns.stream().map(RowStatements::quoted).collect(Collectors.joining(", "))
                + ") select * from unnest("
                + types.stream().map(type -> "?::" + type + "[]").collect(Collectors.joining(", "))
                + ") " + then;
    }

    /** The column's name, as SQL has it. */
    static String quoted(Field<?> column) {
        return '"' + column.getName() + '"';
    }

    /**
     * Writes the rows in the caller's transaction.
     *
     * @param columns for each column the values of all rows
     * @throws DataAccessException where the database refuses it
     */
    public void run(DSLContext sql, List<? extends List<? extends @Nullable Object>> columns) {
        sql.connection(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(text)) {
                List<Array> arrays = new ArrayList<>();
                for (int i = 0; i < types.size(); i++) {
                    Array array = array(connection, types.get(i), columns.get(i));
                    arrays.add(array);
                    statement.setArray(i + 1, array);
                }
                statement.executeUpdate();
                for (Array array : arrays) {
                    array.free();
                }
            }
        });
    }

    private static Array array(Connection connection, String type, List<? extends @Nullable Object> values)
            throws SQLException {
        @Nullable Object[] elements = new @Nullable Object[values.size()];
        for (int i = 0; i < elements.length; i++) {
            Object value = values.get(i);
            elements[i] = switch (value) {
                case Instant time -> time.toString();
                case JSONB json -> json.data();
                case null, default -> value;
            };
        }
        return connection.createArrayOf(type, elements);
    }

    private static String type(Field<?> column) {
        Class<?> type = column.getType();
        if (type == String.class) {
            return "text";
        } else if (type == Long.class) {
            return "bigint";
        } else if (type == Integer.class) {
            return "integer";
        } else if (type == Boolean.class) {
            return "boolean";
        } else if (type == Instant.class) {
            return "timestamptz";
        } else if (type == JSONB.class) {
            return "jsonb";
        }
        throw new IllegalArgumentException(
                column.getName() + " is a " + type.getName() + ", which no array is made of");
    }
}
