package dev.berth.infra.queue;

import dev.berth.api.instance.InstanceState;
import dev.berth.infra.queue.LiveInstances.Live;
import dev.berth.sagas.StepQueue;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.instance.InstancePlan;
import dev.berth.sagas.instance.InstanceReader;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The net under the queue: finds resources that need a step and have none.
 *
 * <p>Owns: nothing; with everything else right it never finds one.<br>
 * Invariants: what is merely on its way is left alone: a resource counts only where its saga has seen its whole stream,
 * no row was there, and neither has changed while we looked.<br>
 * On failure: looked for again in the next pass.
 */
final class Rearm {
    private static final Logger LOG = LoggerFactory.getLogger(Rearm.class);

    private final LiveInstances instances;
    private final InstanceReader streams;
    private final SagaRows sagas;
    private final StepRows rows;
    private final StepQueue queue;

    Rearm(LiveInstances instances, InstanceReader streams, SagaRows sagas, StepRows rows, StepQueue queue) {
        this.instances = instances;
        this.streams = streams;
        this.sagas = sagas;
        this.rows = rows;
        this.queue = queue;
    }

    /** Puts back what is missing. Answers how much that was. */
    int run() {
        int[] rearmed = {0};
        InstancePages.each(instances::inBetween, page -> {
            Set<String> present = rows.present(page.stream().map(Live::id).toList());
            for (Live live : page) {
                if (live.state() != InstanceState.SCHEDULING && !present.contains(live.id()) && rearm(live.id())) {
                    rearmed[0]++;
                }
            }
        });
        return rearmed[0];
    }

    private boolean rearm(String id) {
        Optional<InstancePlan> plan = plan(id).filter(it -> it.next().isPresent());
        boolean missing = plan.isPresent()
                && sagas.seen(id).orElse(0) >= plan.get().revision()
                && rows.present(List.of(id)).isEmpty()
                && plan.equals(plan(id));
        if (missing) {
            LOG.atError()
                    .addKeyValue("resourceId", id)
                    .addKeyValue("plan", plan.get())
                    .log("A resource needed a step and had none; it was put back");
            plan.get().step().ifPresent(queue::want);
        }
        return missing;
    }

    private Optional<InstancePlan> plan(String id) {
        return streams.load(id).map(InstanceFacts::plan);
    }
}
