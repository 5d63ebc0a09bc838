package dev.berth.infra.queue;

import dev.berth.api.Stored;
import dev.berth.sagas.ResourceSaga;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tables of sagas and of those that are parked. A saga is stored under its type's stable name; a row under another
 * name or revision is as good as none, since a saga can be built again from its stream.
 */
public final class SagaRows {
    private static final String STORE = """
        insert into resource_saga as s (resource_id, type, type_revision, revision, state, account)
        select id, ?, ?, revision, state, account
        from unnest(?::text[], ?::bigint[], ?::jsonb[], ?::text[]) as n (id, revision, state, account)
        on conflict (resource_id) do update set
            type = excluded.type, type_revision = excluded.type_revision,
            revision = excluded.revision, state = excluded.state, account = excluded.account
        where excluded.revision > s.revision or excluded.type_revision <> s.type_revision
        """;

    private static final String PARK = """
        insert into parked_saga (resource_id, type, error)
        select id, ?, error from unnest(?::text[], ?::text[]) as n (id, error)
        on conflict (resource_id) do nothing
        """;

    private static final String POSTPONE = """
        update parked_saga set retries = retries + 1, error = ?,
            retry_at = now() + least(power(2, least(retries, 10)), 60) * interval '1 second'
        where resource_id = ?
        """;

    private final JdbcTemplate jdbc;
    private final JsonMapper json;

    /** The tables in the database of {@code jdbc}, whose transactions they join. */
    public SagaRows(JdbcTemplate jdbc, JsonMapper json) {
        this.jdbc = jdbc;
        this.json = json;
    }

    /**
     * A resource whose saga failed.
     *
     * @param type the saga's stable name
     * @param error what went wrong last
     * @param retries how often it was built again in vain
     */
    public record Parked(String resourceId, String type, String error, Instant parkedAt, int retries) {}

    /**
     * Loads those of the sagas that there are, and locks their rows until the transaction ends. One that can't be read is
     * missing: its next event finds that out, and it is built again, while a failure here would hold up all of them.
     */
    Map<String, ResourceSaga> lock(Class<? extends ResourceSaga> type, Collection<String> ids) {
        Map<String, ResourceSaga> found = new HashMap<>();
        jdbc.query(
                """
                select resource_id, state::text as state, type = ? and type_revision = ? as readable
                from resource_saga where resource_id = any (?) order by resource_id for update
                """,
                row -> {
                    if (row.getBoolean("readable")) {
                        String id = row.getString("resource_id");
                        read(row.getString("state"), type).ifPresent(saga -> found.put(id, saga));
                    }
                },
                stored(type).name(),
                stored(type).revision(),
                ids.toArray(String[]::new));
        return found;
    }

    private <S extends ResourceSaga> Optional<S> read(String state, Class<S> type) {
        try {
            return Optional.of(json.readValue(state, type));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    void store(Class<? extends ResourceSaga> type, SequencedMap<String, ? extends ResourceSaga> sagas) {
        if (!sagas.isEmpty()) {
            List<ResourceSaga> values = new ArrayList<>(sagas.values());
            jdbc.update(
                    STORE,
                    stored(type).name(),
                    stored(type).revision(),
                    sagas.keySet().toArray(String[]::new),
                    values.stream().map(ResourceSaga::revision).toArray(Long[]::new),
                    values.stream().map(json::writeValueAsString).toArray(String[]::new),
                    values.stream().map(ResourceSaga::accountId).toArray(String[]::new));
        }
    }

    /**
     * Everything that one kind's sagas have decided of what is made with a provider account, as far as it can be read; what
     * is parked is left out.
     */
    <S extends ResourceSaga> List<S> ofAccount(Class<S> type, String accountId) {
        List<S> found = new ArrayList<>();
        jdbc.query(
                """
                select state::text as state from resource_saga s
                where account = ? and type = ? and type_revision = ?
                and not exists (select 1 from parked_saga p where p.resource_id = s.resource_id)
                order by resource_id
                """,
                row -> {
                    read(row.getString("state"), type).ifPresent(found::add);
                },
                accountId,
                stored(type).name(),
                stored(type).revision());
        return found;
    }

    void delete(Collection<String> ids) {
        if (!ids.isEmpty()) {
            jdbc.update("delete from resource_saga where resource_id = any (?)", (Object) ids.toArray(String[]::new));
        }
    }

    void park(Class<? extends ResourceSaga> type, SequencedMap<String, Throwable> causes) {
        if (!causes.isEmpty()) {
            jdbc.update(
                    PARK,
                    stored(type).name(),
                    causes.keySet().toArray(String[]::new),
                    causes.values().stream().map(SagaRows::text).toArray(String[]::new));
        }
    }

    void unpark(String id) {
        jdbc.update("delete from parked_saga where resource_id = ?", id);
    }

    void postpone(String id, Throwable cause) {
        jdbc.update(POSTPONE, text(cause), id);
    }

    /** Parked ones whose time has come. */
    List<String> dueForRetry(int limit) {
        return jdbc.query(
                "select resource_id from parked_saga where retry_at <= now() order by retry_at limit ?",
                (row, n) -> row.getString(1),
                limit);
    }

    /** All that are parked, the longest first, at most {@code limit}. */
    public List<Parked> parked(int limit) {
        return jdbc.query(
                "select * from parked_saga order by parked_at, resource_id limit ?",
                (row, n) -> new Parked(
                        row.getString("resource_id"),
                        row.getString("type"),
                        row.getString("error"),
                        row.getTimestamp("parked_at").toInstant(),
                        row.getInt("retries")),
                limit);
    }

    /** How many are parked. */
    public long parkedCount() {
        Long count = jdbc.queryForObject("select count(*) from parked_saga", Long.class);
        return count == null ? 0 : count;
    }

    /** How far the resource's saga has seen its stream; empty where there is no saga, or it is parked. */
    public OptionalLong seen(String id) {
        return jdbc.query("""
            select revision from resource_saga s where resource_id = ?
            and not exists (select 1 from parked_saga p where p.resource_id = s.resource_id)
            """, (row, n) -> row.getLong(1), id).stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    /** Lets a parked one be tried at once. */
    public void hurry(String id) {
        jdbc.update("update parked_saga set retry_at = now() where resource_id = ?", id);
    }

    private static String text(Throwable cause) {
        String text = cause.getClass().getSimpleName() + ": " + cause.getMessage();
        return text.length() > 500 ? text.substring(0, 500) : text;
    }

    private static Stored stored(Class<?> type) {
        Stored stored = type.getAnnotation(Stored.class);
        if (stored == null) {
            throw new IllegalArgumentException(type.getName() + " has no stable name and can't be stored");
        }
        return stored;
    }
}
