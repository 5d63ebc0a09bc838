package dev.berth.query.usage;

import dev.berth.query.Delivered;
import dev.berth.query.projection.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jooq.DSLContext;

/**
 * Compares the intervals of what is metered with a replay of the resources' events. Reads only; what is merely behind is
 * no difference.
 */
public final class UsageVerification {
    private static final int EXAMPLES = 20;

    private UsageVerification() {}

    /**
     * Compares the intervals of these resources.
     *
     * @param streams in pages
     * @param events  all events of a stream, in their order
     */
    public static Verification.Result verify(
            DSLContext sql, Iterable<List<String>> streams, Function<String, List<Delivered>> events) {
        long compared = 0;
        long differences = 0;
        List<String> examples = new ArrayList<>();
        for (List<String> page : streams) {
            Map<String, List<UsageInterval>> stored = UsageProjection.intervals(sql, page).stream()
                    .collect(Collectors.groupingBy(UsageInterval::resourceId));
            for (String stream : page) {
                compared++;
                if (!right(stored.getOrDefault(stream, List.of()), events.apply(stream))) {
                    differences++;
                    if (examples.size() < EXAMPLES) {
                        examples.add(stream + " has intervals that its events do not make");
                    }
                }
            }
        }
        return new Verification.Result(compared, differences, examples);
    }

    /** Whether the events, or those before the last ones, make these intervals. */
    private static boolean right(List<UsageInterval> stored, List<Delivered> events) {
        List<UsageInterval> made = new ArrayList<>();
        if (stored.isEmpty() && events.stream().noneMatch(it -> UsageFold.concerns(it.event()))) {
            return true;
        }
        for (Delivered delivered : events) {
            UsageInterval newest = made.isEmpty() ? null : made.getLast();
            for (UsageInterval interval : UsageFold.changed(newest, delivered.event(), delivered.meta())) {
                if (interval.part() < made.size()) {
                    made.set(interval.part(), interval);
                } else {
                    made.add(interval);
                }
            }
            if (made.equals(stored) && !made.isEmpty()) {
                return true;
            }
        }
        return false;
    }
}
