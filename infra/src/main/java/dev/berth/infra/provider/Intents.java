package dev.berth.infra.provider;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The durable record of what was asked of providers to be made.
 *
 * <p>Each change is one statement, committed before it returns; it must not run inside another transaction. A change that
 * depends on what was read says so, and changes nothing where somebody else was faster.
 */
final class Intents {

    private static final String COLUMNS =
            "marker, kind, name, sends, first_sent, doubt_until, looks, provider_id, adopted_at, closed_at";

    private final JdbcTemplate jdbc;

    Intents(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    private static Intent row(ResultSet row, int n) throws SQLException {
        return new Intent(
                row.getString("marker"),
                row.getString("kind"),
                row.getString("name"),
                row.getInt("sends"),
                row.getTimestamp("first_sent").toInstant(),
                instant(row, "doubt_until"),
                row.getInt("looks"),
                row.getString("provider_id"),
                instant(row, "adopted_at"),
                instant(row, "closed_at"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp time = row.getTimestamp(column);
        return time == null ? null : time.toInstant();
    }

    Optional<Intent> find(String marker) {
        return all(List.of(marker)).stream().findAny();
    }

    List<Intent> all(Collection<String> markers) {
        return jdbc.query("select " + COLUMNS + " from create_intent where marker = any (?)", Intents::row, (Object)
                markers.toArray(String[]::new));
    }

    /** Those that were sent under the name. */
    List<Intent> named(String accountId, String kind, String name) {
        return jdbc.query(
                "select " + COLUMNS + " from create_intent where account_id = ? and kind = ? and name = ?",
                Intents::row,
                accountId,
                kind,
                name);
    }

    /** The marker for which the thing was adopted. */
    Optional<String> adopterOf(String accountId, String kind, String providerId) {
        return jdbc
                .query(
                        "select marker from create_intent where provider_id = ? and account_id = ? and kind = ?",
                        (row, n) -> row.getString(1),
                        providerId,
                        accountId,
                        kind)
                .stream()
                .findAny();
    }

    /**
     * Records that a create is about to be sent.
     *
     * @param sends how many were sent as far as the caller knows
     * @return whether it may be sent: nobody else has sent, adopted or closed meanwhile
     */
    boolean send(String accountId, String kind, String marker, String name, int sends, Instant now, Instant doubt) {
        if (sends == 0
                && jdbc.update(
                                """
                                insert into create_intent
                                    (marker, account_id, kind, name, sends, first_sent, last_sent, doubt_until)
                                values (?, ?, ?, ?, 1, ?, ?, ?) on conflict do nothing
                                """,
                                marker,
                                accountId,
                                kind,
                                name,
                                Timestamp.from(now),
                                Timestamp.from(now),
                                Timestamp.from(doubt))
                        == 1) {
            return true;
        }
        return jdbc.update("""
            update create_intent set name = ?, sends = sends + 1, last_sent = ?, doubt_until = ?, looks = 0,
                first_sent = case when sends = 0 then ? else first_sent end
            where marker = ? and sends = ? and provider_id is null and closed_at is null
            """, name, Timestamp.from(now), Timestamp.from(doubt), Timestamp.from(now), marker, sends)
                == 1;
    }

    /** Until when the last create, of which it was the n-th, may still show; null for it is known not to have been made. */
    void doubt(String marker, int sends, @Nullable Instant until) {
        jdbc.update(
                "update create_intent set doubt_until = ?, looks = 0 where marker = ? and sends = ? and provider_id is"
                        + " null",
                until == null ? null : Timestamp.from(until),
                marker,
                sends);
    }

    void looked(String marker) {
        jdbc.update("update create_intent set looks = looks + 1 where marker = ?", marker);
    }

    /** Adopts the thing unless another was; answers what is adopted now. */
    String adopt(String accountId, String kind, String marker, String name, String providerId, Instant now) {
        jdbc.update(
                """
                insert into create_intent as old
                    (marker, account_id, kind, name, sends, first_sent, last_sent, provider_id, adopted_at)
                values (?, ?, ?, ?, 0, ?, ?, ?, ?)
                on conflict (marker) do update set provider_id = excluded.provider_id, adopted_at = excluded.adopted_at,
                    name = excluded.name
                where old.provider_id is null
                """,
                marker,
                accountId,
                kind,
                name,
                Timestamp.from(now),
                Timestamp.from(now),
                providerId,
                Timestamp.from(now));
        String adopted =
                jdbc.queryForObject("select provider_id from create_intent where marker = ?", String.class, marker);
        return adopted == null ? providerId : adopted;
    }

    /** Nothing is made for the marker from now on. */
    void close(String accountId, String kind, String marker, String name, Instant now) {
        jdbc.update("""
            insert into create_intent as old
                (marker, account_id, kind, name, sends, first_sent, last_sent, closed_at)
            values (?, ?, ?, ?, 0, ?, ?, ?)
            on conflict (marker) do update set closed_at = coalesce(old.closed_at, excluded.closed_at)
            """, marker, accountId, kind, name, Timestamp.from(now), Timestamp.from(now), Timestamp.from(now));
    }

    /** The adopted thing is gone and another is to be made; what is left of it is never adopted again. */
    void forget(String marker, Instant now) {
        jdbc.update("""
            with old as (select * from create_intent where marker = ? and closed_at is null for update),
            noted as (
                insert into create_surplus (account_id, provider_id, kind, marker, reason, seen_at, fate)
                select account_id, provider_id, kind, marker, 'replaced', ?, 'gone' from old
                where provider_id is not null
                on conflict do nothing)
            update create_intent i set provider_id = null, adopted_at = null, doubt_until = null, looks = 0
            from old where i.marker = old.marker
            """, marker, Timestamp.from(now));
    }

    void surplus(String accountId, String kind, Surplus surplus, Instant now) {
        jdbc.update(
                """
                insert into create_surplus (account_id, provider_id, kind, marker, reason, seen_at, fate)
                values (?, ?, ?, ?, ?, ?, ?)
                on conflict (account_id, kind, provider_id) do update set fate = excluded.fate
                """,
                accountId,
                surplus.providerId(),
                kind,
                surplus.marker(),
                surplus.reason(),
                Timestamp.from(now),
                surplus.fate());
    }

    /** What of the marker is not to be adopted. */
    List<Surplus> surplusOf(String marker) {
        return jdbc.query(
                "select provider_id, marker, reason, fate from create_surplus where marker = ? order by seen_at",
                (row, n) -> new Surplus(row.getString(1), row.getString(2), row.getString(3), row.getString(4)),
                marker);
    }
}
