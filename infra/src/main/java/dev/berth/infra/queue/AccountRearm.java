package dev.berth.infra.queue;

import dev.berth.sagas.ResourcePlan;
import dev.berth.sagas.ResourceSaga;
import dev.berth.sagas.Step;
import dev.berth.sagas.StepQueue;
import dev.berth.sagas.instance.InstancePlan;
import dev.berth.sagas.instance.InstanceSaga;
import dev.berth.sagas.network.NetworkPlan;
import dev.berth.sagas.network.NetworkSaga;
import dev.berth.sagas.snapshot.SnapshotPlan;
import dev.berth.sagas.snapshot.SnapshotSaga;
import dev.berth.sagas.volume.VolumePlan;
import dev.berth.sagas.volume.VolumeSaga;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The net under the queue of one account: finds resources that need a step and have none, and asks again for what its
 * provider refused.
 *
 * <p>Owns: nothing; but for what was refused, with everything else right it never finds one.<br>
 * Does not own: steps.<br>
 * Invariants: what is merely on its way is left alone: a resource counts only where its saga has seen its whole stream, no
 * row was there, and neither has changed while we looked.<br>
 * On failure: looked for again in the next pass.
 */
final class AccountRearm {
    private static final Logger LOG = LoggerFactory.getLogger(AccountRearm.class);

    private final SagaRows sagas;
    private final ResourceStreams streams;
    private final StepRows rows;
    private final StepQueue queue;

    AccountRearm(SagaRows sagas, ResourceStreams streams, StepRows rows, StepQueue queue) {
        this.sagas = sagas;
        this.streams = streams;
        this.rows = rows;
        this.queue = queue;
    }

    /** Puts back what is missing, and answers how much that was. */
    int run(String accountId) {
        int missing = 0;
        List<ResourcePlan> plans = new ArrayList<>();
        plans.addAll(plans(InstanceSaga.class, accountId, InstancePlan.class));
        plans.addAll(plans(VolumeSaga.class, accountId, VolumePlan.class));
        plans.addAll(plans(SnapshotSaga.class, accountId, SnapshotPlan.class));
        plans.addAll(plans(NetworkSaga.class, accountId, NetworkPlan.class));
        List<String> ids = plans.stream()
                .filter(it -> it.step().isPresent() || retry(it).isPresent())
                .map(ResourcePlan::resourceId)
                .toList();
        Set<String> present = rows.present(ids);
        for (ResourcePlan plan : plans) {
            if (present.contains(plan.resourceId())) {
                continue;
            }
            if (plan.step().isPresent()) {
                missing += rearm(plan) ? 1 : 0;
            } else {
                retry(plan).ifPresent(queue::want);
            }
        }
        return missing;
    }

    private boolean rearm(ResourcePlan plan) {
        String id = plan.resourceId();
        boolean missing = now(id).equals(Optional.of(plan))
                && sagas.seen(id).orElse(0) == plan.revision()
                && rows.present(List.of(id)).isEmpty()
                && now(id).equals(Optional.of(plan));
        if (missing) {
            LOG.atError()
                    .addKeyValue("resourceId", id)
                    .addKeyValue("plan", plan)
                    .log("A resource needed a step and had none; it was put back");
            plan.step().ifPresent(queue::want);
        }
        return missing;
    }

    private static Optional<Step> retry(ResourcePlan plan) {
        return switch (plan) {
            case VolumePlan volume -> volume.retry();
            case NetworkPlan network -> network.retry();
            default -> Optional.empty();
        };
    }

    /** As the stream has it. */
    private Optional<? extends ResourcePlan> now(String id) {
        return SagaKinds.all(streams).stream()
                .filter(it -> it.isOf(id))
                .findFirst()
                .flatMap(it -> it.load().apply(id));
    }

    private <P extends ResourcePlan, S extends ResourceSaga> List<P> plans(
            Class<S> saga, String accountId, Class<P> plan) {
        return sagas.ofAccount(saga, accountId).stream()
                .map(ResourceSaga::plan)
                .filter(Objects::nonNull)
                .map(plan::cast)
                .toList();
    }
}
