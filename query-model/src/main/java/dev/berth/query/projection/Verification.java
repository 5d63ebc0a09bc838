package dev.berth.query.projection;

import dev.berth.query.Delivered;
import dev.berth.query.ReadTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Compares a read table with a replay of its events.
 *
 * <p>Owns: the comparison. Does not own: repairs, which are a rebuild's. Invariants: reads only; a row that is merely
 * behind is compared with what its events made of it up to there, and is no difference. On failure: throws what the
 * reading of events throws.
 */
public final class Verification {
    private static final int CHUNK = 500;
    private static final int EXAMPLES = 20;

    private final DSLContext sql;
    private final Function<String, List<Delivered>> events;

    /**
     * @param events all events of a stream, in their order
     */
    public Verification(DSLContext sql, Function<String, List<Delivered>> events) {
        this.sql = sql;
        this.events = events;
    }

    /**
     * What came out.
     *
     * @param compared    how many resources were looked at
     * @param differences how many of them are not what their events make of them
     * @param examples    what is wrong with the first of them
     */
    public record Result(long compared, long differences, List<String> examples) {}

    /**
     * Compares one table.
     *
     * @param streams every stream of the table's kind
     */
    public <S> Result verify(ReadTable<S, ?> table, Iterable<String> streams) {
        Findings findings = new Findings();
        Set<String> known = new HashSet<>();
        List<String> chunk = new ArrayList<>();
        for (String stream : streams) {
            known.add(stream);
            chunk.add(stream);
            if (chunk.size() == CHUNK) {
                compare(table, chunk, findings);
                chunk.clear();
            }
        }
        compare(table, chunk, findings);
        for (String id : table.ids(sql)) {
            // A stream that began meanwhile has events of its own; only a row without any is wrong.
            if (!known.contains(id) && events.apply(id).isEmpty()) {
                findings.differ(id + " has a row but no events");
            }
        }
        return new Result(findings.compared, findings.differences, List.copyOf(findings.examples));
    }

    private <S> void compare(ReadTable<S, ?> table, List<String> streams, Findings findings) {
        Map<String, ReadTable.Row<S>> rows = table.load(sql, streams);
        for (String stream : streams) {
            findings.compared++;
            String problem = problem(table, stream, rows.get(stream));
            if (problem != null) {
                findings.differ(stream + ' ' + problem);
            }
        }
    }

    private <S> @Nullable String problem(ReadTable<S, ?> table, String stream, ReadTable.@Nullable Row<S> row) {
        List<Delivered> history = events.apply(stream);
        if (row == null) {
            return history.isEmpty() ? null : "has " + history.size() + " events but no row";
        }
        if (row.revision() > history.size()) {
            return "is at revision " + row.revision() + " but has " + history.size() + " events";
        }
        ReadTable.Row<S> replayed = null;
        for (Delivered delivered : history.subList(0, (int) row.revision())) {
            replayed = table.next(replayed, delivered);
        }
        return row.equals(replayed) ? null : "is not what its events make of it at revision " + row.revision();
    }

    private static final class Findings {
        private long compared;
        private long differences;
        private final List<String> examples = new ArrayList<>();

        void differ(String what) {
            differences++;
            if (examples.size() < EXAMPLES) {
                examples.add(what);
            }
        }
    }
}
