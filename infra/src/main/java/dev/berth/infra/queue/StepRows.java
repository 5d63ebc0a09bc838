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
    private static final String TAKE = """
        with recursive hosts as (
            (select host from step_queue order by host limit 1)
            union all
            select (select q.host from step_queue q where q.host > h.host order by q.host limit 1)
            from hosts h where h.host is not null
        ), picked as materialized (
            select p.resource_id
            from hosts h
            left join unnest(?::text[], ?::int[]) as b (host, busy) on b.host = h.host
            cross join lateral (
                select q.resource_id from step_queue q
                where q.host = h.host and q.due_at <= now() and (q.lease_until is null or q.lease_until <= now())
                order by q.due_at
                limit greatest(? - coalesce(b.busy, 0), 0)
                for update skip locked) p
            where h.host is not null
        )
        update step_queue q
        set lease_owner = ?, lease_until = now() + ? * interval '1 millisecond', fence = nextval('step_fence')
        from picked where q.resource_id = picked.resource_id
        returning q.resource_id, q.kind, q.host, q.wanted, q.attempts, q.fence
        """;

    private static final String DELETE = "delete from step_queue where resource_id = ? and fence = ? and wanted = ?";

    private static final String FREE = """
        update step_queue set lease_owner = null, lease_until = null, due_at = now()
        where resource_id = ? and fence = ?
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
     * Takes due rows, oldest first, of each host only as many as it has room for.
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
                owner,
                lease.toMillis());
    }

    /** Ends the step: deletes its row, or frees it to be taken at once where more is wanted by now. */
    public boolean done(StepRow row) {
        if (jdbc.update(DELETE, row.resourceId(), row.fence(), row.wanted()) == 1) {
            return true;
        }
        free(row);
        return false;
    }

    /** Frees the row to be taken again at once; false where it is another's by now. */
    public boolean free(StepRow row) {
        return jdbc.update(FREE, row.resourceId(), row.fence()) == 1;
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

    /** For how long the oldest row has been due and not taken, in seconds; 0 where none is. */
    public double oldestDueSeconds() {
        @Nullable Double age = jdbc.queryForObject("""
            select extract(epoch from now() - min(due_at)) from step_queue
            where due_at <= now() and (lease_until is null or lease_until <= now())
            """, Double.class);
        return age == null ? 0 : age;
    }
}
