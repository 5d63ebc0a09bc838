package dev.berth.infra.queue;

import dev.berth.sagas.Step;
import dev.berth.sagas.StepQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.axonframework.messaging.unitofwork.CurrentUnitOfWork;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * The queue's writing side, for sagas.
 *
 * <p>Owns: that what a saga wants is in the table when its progress is.<br>
 * Does not own: taking and ending steps.<br>
 * Invariants: one row per resource; {@code wanted} only grows; a row's tries are forgotten only when it grows.<br>
 * On failure: the saga's whole batch is rolled back and handled again.
 *
 * <p>Within a unit of work everything is written at once when it commits, sorted, so that two writers never wait for each
 * other in a circle.
 */
public final class PostgresStepQueue implements StepQueue {
    private static final String KEY = PostgresStepQueue.class.getName();

    private static final String WANT = """
        insert into step_queue as q (resource_id, kind, host, wanted, step)
        select * from unnest(?::text[], ?::text[], ?::text[], ?::bigint[], ?::jsonb[])
        on conflict (resource_id) do update set
            due_at = case when excluded.wanted > q.wanted then now() else q.due_at end,
            attempts = case when excluded.wanted > q.wanted then 0 else q.attempts end,
            last_error = case when excluded.wanted > q.wanted then null else q.last_error end,
            kind = excluded.kind, host = excluded.host, wanted = excluded.wanted, step = excluded.step
        where excluded.wanted >= q.wanted
        """;

    private static final String RECHECK = """
        update step_queue q set wanted = r.wanted, due_at = now(), attempts = 0
        from unnest(?::text[], ?::bigint[]) as r (resource_id, wanted)
        where q.resource_id = r.resource_id and q.wanted < r.wanted
        """;

    private final JdbcTemplate jdbc;
    private final JsonMapper json;
    private final Wakeups wakeups;

    /** A queue in the database of {@code jdbc}, whose transactions it joins. */
    public PostgresStepQueue(JdbcTemplate jdbc, JsonMapper json, Wakeups wakeups) {
        this.jdbc = jdbc;
        this.json = json;
        this.wakeups = wakeups;
    }

    /** What was told in one unit of work, the newest of each resource; null stands for a look again. */
    private record Told(TreeMap<String, Step> wants, TreeMap<String, Long> rechecks) {
        Told() {
            this(new TreeMap<>(), new TreeMap<>());
        }
    }

    @Override
    public void want(Step step) {
        if (CurrentUnitOfWork.isStarted()) {
            Told told = told();
            told.rechecks().remove(step.resourceId());
            told.wants().put(step.resourceId(), step);
        } else {
            write(List.of(step), Map.of());
        }
    }

    @Override
    public void recheck(String resourceId, long revision) {
        if (CurrentUnitOfWork.isStarted()) {
            // A step that was wanted just before stays wanted: who takes it finds that nothing is to be done.
            told().rechecks().put(resourceId, revision);
        } else {
            write(List.of(), Map.of(resourceId, revision));
        }
    }

    private Told told() {
        return CurrentUnitOfWork.get().root().getOrComputeResource(KEY, key -> {
            Told told = new Told();
            CurrentUnitOfWork.get()
                    .root()
                    .onPrepareCommit(unit -> write(told.wants().values(), told.rechecks()));
            return told;
        });
    }

    private void write(Collection<Step> wants, Map<String, Long> rechecks) {
        if (!wants.isEmpty()) {
            List<Step> steps = new ArrayList<>(wants);
            jdbc.update(
                    WANT,
                    strings(steps.stream().map(Step::resourceId).toList()),
                    strings(steps.stream().map(Step::kind).toList()),
                    strings(steps.stream()
                            .map(step -> step.host() == null ? "" : step.host())
                            .toList()),
                    steps.stream().map(Step::wanted).toArray(Long[]::new),
                    strings(steps.stream().map(json::writeValueAsString).toList()));
        }
        if (!rechecks.isEmpty()) {
            jdbc.update(
                    RECHECK,
                    strings(List.copyOf(rechecks.keySet())),
                    rechecks.values().toArray(Long[]::new));
        }
        if (!wants.isEmpty() || !rechecks.isEmpty()) {
            wakeups.afterCommit();
        }
    }

    private static String[] strings(List<String> values) {
        return values.toArray(String[]::new);
    }
}
