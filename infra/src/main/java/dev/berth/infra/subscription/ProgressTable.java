package dev.berth.infra.subscription;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Where progress is kept. */
public final class ProgressTable {
    private static final String COLUMNS =
            "subscription_id, started_revision, position, failures, failing_since, " + "next_attempt_at, last_error";

    private final JdbcTemplate sql;

    /** Over this database. */
    public ProgressTable(JdbcTemplate sql) {
        this.sql = sql;
    }

    /** That of all subscriptions, by their ids. */
    Map<String, Progress> all() {
        Map<String, Progress> all = new HashMap<>();
        sql.query("select " + COLUMNS + " from subscription_progress", row -> {
            all.put(row.getString(1), read(row));
        });
        return all;
    }

    /** That of one subscription. */
    Optional<Progress> find(String subscriptionId) {
        return sql
                .query(
                        "select " + COLUMNS + " from subscription_progress where subscription_id = ?",
                        (row, number) -> read(row),
                        subscriptionId)
                .stream()
                .findFirst();
    }

    /** Keeps all of these, in one transaction with its own commit. */
    void save(Map<String, Progress> changed) {
        sql.batchUpdate(
                "insert into subscription_progress (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?)"
                        + " on conflict (subscription_id) do update set started_revision = excluded.started_revision,"
                        + " position = excluded.position, failures = excluded.failures,"
                        + " failing_since = excluded.failing_since, next_attempt_at = excluded.next_attempt_at,"
                        + " last_error = excluded.last_error",
                changed.entrySet(),
                500,
                (statement, entry) -> {
                    Progress progress = entry.getValue();
                    statement.setString(1, entry.getKey());
                    statement.setLong(2, progress.startedRevision());
                    statement.setLong(3, progress.position());
                    statement.setInt(4, progress.failures());
                    statement.setTimestamp(5, timestamp(progress.failingSince()));
                    statement.setTimestamp(6, timestamp(progress.nextAttemptAt()));
                    statement.setString(7, progress.lastError());
                });
    }

    private static Progress read(ResultSet row) throws SQLException {
        return new Progress(
                row.getLong(2),
                row.getLong(3),
                row.getInt(4),
                instant(row.getTimestamp(5)),
                instant(row.getTimestamp(6)),
                row.getString(7));
    }

    private static @Nullable Timestamp timestamp(@Nullable Instant time) {
        return time == null ? null : Timestamp.from(time);
    }

    private static @Nullable Instant instant(@Nullable Timestamp time) {
        return time == null ? null : time.toInstant();
    }
}
