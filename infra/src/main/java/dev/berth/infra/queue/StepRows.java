package dev.berth.infra.queue;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The queue's reading side, for runners: taking rows under a lease, and ending or freeing them.
 *
 * <p>Owns: leases and fences. All times are the database's, so that clocks of processes don't matter.<br>
 * Does not own: what is wanted.<br>
 * Invariants: a row has at most one holder, until its lease ends; a fence is given once and only grows; whoever has lost
 * a row (its fence is not the row's any more) changes nothing.<br>
 * On failure: a row whose holder is gone is taken again when its lease ends.
 */
public final class StepRows {
    private static final int MOST_AT_ONCE = 500;

    private static final String TAKE = """
        with busy as materialized (
            select host, busy from unnest(?::text[], ?::int[]) as b (host, busy)
        ), due as materialized (
            select resource_id, host, due_at from step_queue
            where due_at <= now() and (lease_until is null or lease_until <= now())
              and host not in (select host from busy where busy >= ?)
            order by due_at
            limit ?
        ), ranked as (
            select resource_id, host, row_number() over (partition by host order by due_at) as place from due
        ), picked as materialized (
            select q.resource_id
            from ranked r
            join step_queue q on q.resource_id = r.resource_id
            left join busy b on b.host = r.host
            where r.place <= ? - coalesce(b.busy, 0)
              and q.due_at <= now() and (q.lease_until is null or q.lease_until <= now())
            for update of q skip locked
        )
        update step_queue q
        set lease_owner = ?, lease_until = now() + ? * interval '1 millisecond', fence = nextval('step_fence')
        from picked where q.resource_id = picked.resource_id
        returning q.resource_id, q.kind, q.host, q.wanted, q.attempts, q.fence
        """;

    private static final String DELETE = """
        delete from step_queue q
        using unnest(?::text[], ?::bigint[], ?::bigint[]) as d (resource_id, fence, wanted)
        where q.resource_id = d.resource_id and q.fence = d.fence and q.wanted = d.wanted
        returning q.resource_id
        """;

    private static final String FREE = """
        update step_queue q set lease_owner = null, lease_until = null, due_at = now()
        from unnest(?::text[], ?::bigint[]) as f (resource_id, fence)
        where q.resource_id = f.resource_id and q.fence = f.fence
        """;

    private static final String BACK_OFF = """
        update step_queue set lease_owner = null, lease_until = null,
            attempts = case when wanted > ? then 0 else attempts + 1 end,
            due_at = case when wanted > ? then now() else now() + ? * interval '1 millisecond' end,
            last_error = ?
        where resource_id = ? and fence = ?
        """;

    private final JdbcTemplate jdbc;

    /** The rows in the database of {@code jdbc}. */
    public StepRows(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Takes due rows, oldest first, of each host only as many as it has room for, and at most {@value #MOST_AT_ONCE}.
     *
     * @param owner who takes them
     * @param busy how many each host has in work by the same owner
     * @param perHost how many it may have
     */
    public List<StepRow> take(String owner, Map<String, Integer> busy, int perHost, Duration lease) {
        return jdbc.query(
                TAKE,
                (row, n) -> new StepRow(
                        row.getString("resource_id"),
                        row.getString("kind"),
                        row.getString("host"),
                        row.getLong("wanted"),
                        row.getInt("attempts"),
                        row.getLong("fence")),
                busy.keySet().toArray(String[]::new),
                busy.values().toArray(Integer[]::new),
                perHost,
                MOST_AT_ONCE,
                perHost,
                owner,
                lease.toMillis());
    }

    /**
     * Ends steps: deletes their rows, or frees those to be taken at once of which more is wanted by now.
     *
     * @return whether all were deleted
     */
    public boolean done(List<StepRow> ended) {
        Set<String> deleted = new HashSet<>(jdbc.query(
                DELETE,
                (row, n) -> row.getString(1),
                ended.stream().map(StepRow::resourceId).toArray(String[]::new),
                ended.stream().map(StepRow::fence).toArray(Long[]::new),
                ended.stream().map(StepRow::wanted).toArray(Long[]::new)));
        List<StepRow> left = ended.stream()
                .filter(row -> !deleted.contains(row.resourceId()))
                .toList();
        free(left);
        return left.isEmpty();
    }

    /** Frees the row to be taken again at once; false where it is another's by now. */
    public boolean free(StepRow row) {
        return free(List.of(row)) == 1;
    }

    private int free(List<StepRow> rows) {
        return rows.isEmpty()
                ? 0
                : jdbc.update(
                        FREE,
                        rows.stream().map(StepRow::resourceId).toArray(String[]::new),
                        rows.stream().map(StepRow::fence).toArray(Long[]::new));
    }

    /** Frees the row to be taken again after a pause, or at once where more is wanted by now. */
    public void backOff(StepRow row, Duration pause, String error) {
        jdbc.update(
                BACK_OFF,
                row.wanted(),
                row.wanted(),
                pause.toMillis(),
                error.length() > 500 ? error.substring(0, 500) : error,
                row.resourceId(),
                row.fence());
    }

    /** Gives back everything that the owner holds. */
    public int release(String owner) {
        return jdbc.update("update step_queue set lease_owner = null, lease_until = null where lease_owner = ?", owner);
    }

    /** Lets what waits for the host be taken at once: it is back. */
    public int hurry(String host) {
        return jdbc.update(
                "update step_queue set due_at = now() where host = ? and due_at > now() and lease_until is null", host);
    }

    /** Lets these be taken at once where they wait: what they wait for has come. */
    public int hurry(Collection<String> resourceIds) {
        return resourceIds.isEmpty()
                ? 0
                : jdbc.update(
                        "update step_queue set due_at = now(), attempts = 0"
                                + " where resource_id = any (?) and due_at > now() and lease_until is null",
                        (Object) resourceIds.toArray(String[]::new));
    }

    /** A fencing number above every one given before. */
    public long nextFence() {
        Long fence = jdbc.queryForObject("select nextval('step_fence')", Long.class);
        return fence == null ? 0 : fence;
    }

    /** Makes later fencing numbers greater than this one, which some host has seen: a restored backup is behind it. */
    public void raiseFences(long seen) {
        jdbc.queryForObject("select setval('step_fence', greatest(?, nextval('step_fence')))", Long.class, seen);
    }

    /** Those of the resources that have a row. */
    public Set<String> present(Collection<String> resourceIds) {
        return new HashSet<>(jdbc.query(
                "select resource_id from step_queue where resource_id = any (?)", (row, n) -> row.getString(1), (Object)
                        resourceIds.toArray(String[]::new)));
    }

    /** How many rows there are. */
    public long depth() {
        Long rows = jdbc.queryForObject("select count(*) from step_queue", Long.class);
        return rows == null ? 0 : rows;
    }

    /** How many rows there are of a host or an account. */
    long depth(String host) {
        Long rows = jdbc.queryForObject("select count(*) from step_queue where host = ?", Long.class, host);
        return rows == null ? 0 : rows;
    }

    /** For how long the oldest row has been due and not taken, in seconds; 0 where none is. */
    public double oldestDueSeconds() {
        @Nullable Double age = jdbc.queryForObject("""
            select extract(epoch from now() - min(due_at)) from step_queue
            where due_at <= now() and (lease_until is null or lease_until <= now())
            """, Double.class);
        return age == null ? 0 : age;
    }
}
