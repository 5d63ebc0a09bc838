package dev.berth.infra.postgres;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What is in the schema of a connection: the tables that a backup holds, their order, the sequences, the migrations. */
final class BackupTables {

    private static final String HISTORIES = "^flyway_.*_history$";

    private BackupTables() {}

    /** The tables and their columns, without generated ones, whose values PostgreSQL computes itself. */
    static Map<String, List<String>> columns(Connection connection) throws SQLException {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        String query = """
            SELECT c.relname, a.attname
            FROM pg_class c
            JOIN pg_namespace n ON n.oid = c.relnamespace
            LEFT JOIN pg_attribute a
              ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
            WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p') AND NOT c.relispartition
              AND c.relname !~ ?
            ORDER BY c.relname, a.attnum
            """;
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, HISTORIES);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    List<String> columns = tables.computeIfAbsent(rows.getString(1), name -> new ArrayList<>());
                    if (rows.getString(2) != null) {
                        columns.add(rows.getString(2));
                    }
                }
            }
        }
        return tables;
    }

    /** The tables so ordered that each comes after those that its foreign keys point to. */
    static List<String> inOrderOfReference(Connection connection, Set<String> tables) throws SQLException {
        Map<String, Set<String>> references = new LinkedHashMap<>();
        tables.forEach(table -> references.put(table, new LinkedHashSet<>()));
        String query = """
            SELECT f.relname, t.relname
            FROM pg_constraint k
            JOIN pg_class f ON f.oid = k.conrelid
            JOIN pg_class t ON t.oid = k.confrelid
            JOIN pg_namespace n ON n.oid = f.relnamespace
            WHERE k.contype = 'f' AND n.nspname = current_schema() AND f.oid <> t.oid
            """;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                if (references.containsKey(rows.getString(1)) && references.containsKey(rows.getString(2))) {
                    references.get(rows.getString(1)).add(rows.getString(2));
                }
            }
        }
        List<String> ordered = new ArrayList<>();
        while (!references.isEmpty()) {
            List<String> free = references.entrySet().stream()
                    .filter(entry -> ordered.containsAll(entry.getValue()))
                    .map(Map.Entry::getKey)
                    .toList();
            if (free.isEmpty()) {
                throw new SQLException("foreign keys go in a circle among " + references.keySet());
            }
            ordered.addAll(free);
            references.keySet().removeAll(free);
        }
        return ordered;
    }

    /** The sequences' positions. They are outside of transactions: at least what the snapshot's rows have used. */
    static List<BackupManifest.Sequence> sequences(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE"
                                + " n.nspname = current_schema() AND c.relkind = 'S' ORDER BY 1")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        List<BackupManifest.Sequence> sequences = new ArrayList<>();
        for (String name : names) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT last_value, is_called FROM " + quoted(name))) {
                row.next();
                sequences.add(new BackupManifest.Sequence(name, row.getLong(1), row.getBoolean(2)));
            }
        }
        return sequences;
    }

    /** The migrations that made this schema, each history's in the order in which they ran. */
    static List<BackupManifest.Migration> migrations(Connection connection) throws SQLException {
        List<BackupManifest.Migration> migrations = new ArrayList<>();
        for (String history : histories(connection)) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT version, script, checksum FROM " + quoted(history)
                            + " WHERE success AND type <> 'BASELINE' ORDER BY installed_rank")) {
                while (rows.next()) {
                    int checksum = rows.getInt(3);
                    migrations.add(new BackupManifest.Migration(
                            history, rows.getString(1), rows.getString(2), rows.wasNull() ? null : checksum));
                }
            }
        }
        return migrations;
    }

    private static List<String> histories(Connection connection) throws SQLException {
        String query = """
            SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = current_schema() AND c.relkind = 'r' AND c.relname ~ ? ORDER BY 1
            """;
        List<String> histories = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, HISTORIES);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    histories.add(rows.getString(1));
                }
            }
        }
        return histories;
    }

    /** Makes the schema as it was when these migrations had run, or throws {@link StartupRefused}. */
    static void migrate(DatabaseSettings settings, List<MigrationSet> sets, List<BackupManifest.Migration> wanted) {
        if (wanted.isEmpty()) {
            throw new StartupRefused("The backup names no migration.");
        }
        DataSource source = settings.unlimited("restore");
        Set<String> known = sets.stream()
                .flatMap(set -> Arrays.stream(set.on(source).load().info().all())
                        .map(migration -> identity(set.history(), migration.getScript(), migration.getChecksum())))
                .collect(Collectors.toSet());
        for (BackupManifest.Migration migration : wanted) {
            if (!known.contains(identity(migration.history(), migration.script(), migration.checksum()))) {
                throw new StartupRefused("The backup was made by a version of Berth with the migration "
                        + migration.script() + ", which this one does not have; restore it with that version.");
            }
        }
        for (MigrationSet set : sets) {
            wanted.stream()
                    .filter(migration -> migration.history().equals(set.history()))
                    .map(BackupManifest.Migration::version)
                    .filter(version -> version != null)
                    .reduce((first, second) -> second)
                    .ifPresent(newest -> set.on(source).target(newest).load().migrate());
        }
    }

    private static String identity(String history, String script, @Nullable Integer checksum) {
        return history + ":" + script + ":" + checksum;
    }

    /** As an SQL name. */
    static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static String quoted(List<String> names) {
        return names.stream().map(BackupTables::quoted).collect(Collectors.joining(", "));
    }
}
