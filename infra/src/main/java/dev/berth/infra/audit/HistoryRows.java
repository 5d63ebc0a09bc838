package dev.berth.infra.audit;

import dev.berth.api.audit.HistoryItem;
import dev.berth.query.Page;
import dev.berth.query.ViewJson;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads pages of the history as it is stored, by key. */
final class HistoryRows {
    private static final Pattern CURSOR = Pattern.compile("^([0-9]{1,18})\\.([0-9]{1,18})$");
    private static final String FROM_EVENTS = "select " + StoredRow.COLUMNS + " from domain_event_entry e where ";

    private final JdbcTemplate jdbc;

    HistoryRows(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Where a page of two sources begins: after so many of the first, and after a position of the second. */
    private record Place(long first, long second) {
        static Optional<Place> of(@Nullable String cursor) {
            if (cursor == null) {
                return Optional.of(new Place(0, 0));
            }
            Matcher matcher = CURSOR.matcher(cursor);
            return matcher.matches()
                    ? Optional.of(new Place(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                    : Optional.empty();
        }

        String cursor() {
            return first + "." + second;
        }
    }

    /** The events of a stream and the refused calls about its resource, in the order of their times. */
    Optional<Page<HistoryItem>> ofResource(
            String tenantId, String streamId, String path, int limit, @Nullable String cursor) {
        return Place.of(cursor).map(from -> {
            List<StoredRow> events = jdbc.query(
                    FROM_EVENTS + "e.aggregate_identifier = ? and e.sequence_number >= ?"
                            + " order by e.sequence_number limit ?",
                    (row, n) -> StoredRow.read(row, 1),
                    streamId,
                    Math.max(0, from.first() - 1),
                    limit + 2);
            List<StoredRow> refused = jdbc.query(
                    FROM_EVENTS + "e.payload_type = 'request.refused' and (e.payload::jsonb ->> 'resource') = ?"
                            + " and e.global_index > ? and (e.payload::jsonb ->> 'tenantId') = ?"
                            + " order by e.global_index limit ?",
                    (row, n) -> StoredRow.read(row, 1),
                    path,
                    from.second(),
                    tenantId,
                    limit + 1);
            // One more than the page, in front of it: what came before its first event.
            StoredRow before = from.first() > 0 && !events.isEmpty() ? events.getFirst() : null;
            return merged(before == null ? events : events.subList(1, events.size()), before, refused, from, limit);
        });
    }

    private static Page<HistoryItem> merged(
            List<StoredRow> events, @Nullable StoredRow before, List<StoredRow> refused, Place from, int limit) {
        StoredRow last = before;
        List<HistoryItem> items = new ArrayList<>();
        int event = 0;
        int refusal = 0;
        while (items.size() < limit && (event < events.size() || refusal < refused.size())) {
            boolean next = refusal == refused.size()
                    || (event < events.size()
                            && !events.get(event)
                                    .time()
                                    .isAfter(refused.get(refusal).time()));
            if (next) {
                StoredRow row = events.get(event++);
                items.add(row.after(last));
                last = row;
            } else {
                items.add(refused.get(refusal++).item());
            }
        }
        boolean more = event < events.size() || refusal < refused.size();
        Place end = new Place(
                from.first() + event,
                refusal == 0 ? from.second() : refused.get(refusal - 1).position());
        return new Page<>(items, more ? end.cursor() : null);
    }

    /** What was published of the tenant's, by position, then every call of it that was refused. */
    Optional<Page<HistoryItem>> ofTenant(String tenantId, int limit, @Nullable String cursor) {
        return Place.of(cursor).map(from -> {
            List<HistoryItem> items = new ArrayList<>(from.second() > 0 ? List.of() : published(tenantId, from, limit));
            if (items.size() == limit) {
                Long last = items.getLast().position();
                return new Page<>(items, new Place(last == null ? 0 : last, 0).cursor());
            }
            int room = limit - items.size();
            List<StoredRow> refused = jdbc.query(
                    FROM_EVENTS + "e.payload_type = 'request.refused' and (e.payload::jsonb ->> 'tenantId') = ?"
                            + " and e.global_index > ? order by e.global_index limit ?",
                    (row, n) -> StoredRow.read(row, 1),
                    tenantId,
                    from.second(),
                    room + 1);
            boolean more = refused.size() > room;
            List<StoredRow> shown = more ? refused.subList(0, room) : refused;
            shown.forEach(row -> items.add(row.item()));
            return new Page<>(
                    items, more ? new Place(from.first(), shown.getLast().position()).cursor() : null);
        });
    }

    private List<HistoryItem> published(String tenantId, Place from, int limit) {
        return jdbc.query(
                "select f.position, f.event_id, f.type, f.subject, f.data, c.hash, " + StoredRow.COLUMNS
                        + " from feed f left join audit_chain c on c.position = f.position"
                        + " join domain_event_entry e on e.global_index = f.origin"
                        + " where f.tenant_id = ? and f.position > ? order by f.position limit ?",
                (row, n) -> {
                    byte[] hash = row.getBytes(6);
                    HistoryItem item = StoredRow.read(row, 7).item();
                    return new HistoryItem(
                                    row.getString(3),
                                    row.getString(2),
                                    null,
                                    item.revision(),
                                    item.time(),
                                    item.actor(),
                                    item.session(),
                                    item.requestId(),
                                    item.cause(),
                                    item.decision(),
                                    null,
                                    null,
                                    null,
                                    null)
                            .with(
                                    row.getString(4),
                                    row.getLong(1),
                                    ViewJson.readMap(row.getString(5)),
                                    hash == null ? null : HexFormat.of().formatHex(hash));
                },
                tenantId,
                from.first(),
                limit);
    }
}
