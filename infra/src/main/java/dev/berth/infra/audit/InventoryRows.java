package dev.berth.infra.audit;

import dev.berth.api.inventory.InventoryEvent;
import dev.berth.api.inventory.InventoryView;
import dev.berth.infra.http.InventoryReads;
import dev.berth.query.Page;
import dev.berth.query.ViewJson;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads hosts' snapshots out of their streams: each event is one, and the newest is the stream's last. */
public final class InventoryRows implements InventoryReads {
    private static final Pattern CURSOR = Pattern.compile("^[0-9]{1,18}$");
    private static final String FROM =
            "select sequence_number, time_stamp, payload from domain_event_entry" + " where aggregate_identifier = ?";

    private final JdbcTemplate jdbc;

    public InventoryRows(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** What is read of a stored snapshot. */
    private record Stored(String nodeId, Map<String, Map<String, Object>> sections) {}

    @Override
    public Optional<InventoryView> newest(String nodeId, @Nullable Instant at) {
        String stream = InventoryEvent.id(nodeId);
        List<InventoryView> found = at == null
                ? jdbc.query(FROM + " order by sequence_number desc limit 1", (row, n) -> view(row), stream)
                : jdbc.query(
                        FROM + " and time_stamp <= ? order by sequence_number desc limit 1",
                        (row, n) -> view(row),
                        stream,
                        at.atOffset(ZoneOffset.UTC));
        return found.stream().findFirst();
    }

    @Override
    public Optional<Page<InventoryView>> page(String nodeId, int limit, @Nullable String cursor) {
        if (cursor != null && !CURSOR.matcher(cursor).matches()) {
            return Optional.empty();
        }
        List<InventoryView> found = jdbc.query(
                FROM + " and sequence_number < ? order by sequence_number desc limit ?",
                (row, n) -> view(row),
                InventoryEvent.id(nodeId),
                cursor == null ? Long.MAX_VALUE : Long.parseLong(cursor),
                limit + 1);
        boolean more = found.size() > limit;
        List<InventoryView> shown = more ? found.subList(0, limit) : found;
        return Optional.of(
                new Page<>(shown, more ? Long.toString(shown.getLast().revision() - 1) : null));
    }

    private static InventoryView view(ResultSet row) throws SQLException {
        Stored stored = ViewJson.read(row.getString(3), Stored.class);
        return new InventoryView(
                stored.nodeId(),
                stored.sections(),
                row.getObject(2, OffsetDateTime.class).toInstant(),
                row.getLong(1) + 1);
    }
}
