package dev.berth.infra.queue;

import dev.berth.sagas.ResourcePlan;
import dev.berth.sagas.ResourceSaga;
import dev.berth.sagas.StepQueue;
import dev.berth.sagas.instance.InstanceReader;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionOperations;

/**
 * Builds sagas again from their streams.
 *
 * <p>Owns: parked sagas, until they are whole again.<br>
 * Does not own: sagas that work.<br>
 * Invariants: a saga's row is locked while it is built, so that the events that come in meanwhile are seen once; rows are
 * locked in the order in which the sagas' own processor does: saga, queue, parked.<br>
 * On failure: the saga stays parked with its newest error, and is tried later and later, for ever.
 */
public final class SagaRepairs {
    private static final Logger LOG = LoggerFactory.getLogger(SagaRepairs.class);
    private static final int AT_ONCE = 100;

    private final SagaRows rows;
    private final List<SagaKind<?, ?>> kinds;
    private final StepQueue queue;
    private final TransactionOperations transactions;

    /** Repairs of sagas of these kinds. */
    SagaRepairs(SagaRows rows, List<SagaKind<?, ?>> kinds, StepQueue queue, TransactionOperations transactions) {
        this.rows = rows;
        this.kinds = kinds;
        this.queue = queue;
        this.transactions = transactions;
    }

    /** Repairs of instances' sagas. */
    public SagaRepairs(SagaRows rows, InstanceReader instances, StepQueue queue, TransactionOperations transactions) {
        this(rows, List.of(SagaKinds.instances(instances)), queue, transactions);
    }

    /** Tries the parked ones whose time has come. Answers how many are whole again. */
    public int retryDue() {
        List<String> due = rows.dueForRetry(AT_ONCE);
        int repaired = 0;
        for (String id : due) {
            try {
                resync(id);
                repaired++;
                LOG.atInfo().addKeyValue("resourceId", id).log("A parked saga is whole again");
            } catch (RuntimeException e) {
                LOG.atWarn()
                        .addKeyValue("resourceId", id)
                        .addKeyValue("reason", e.getMessage())
                        .log("A parked saga could not be built; it is tried again");
                rows.postpone(id, e);
            }
        }
        return repaired;
    }

    /** Throws the saga's state away, builds it from the stream, and tells the queue what is wanted now. */
    public void resync(String resourceId) {
        SagaKind<?, ?> kind = kinds.stream()
                .filter(it -> it.isOf(resourceId))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no saga of " + resourceId));
        transactions.executeWithoutResult(status -> resync(kind, resourceId));
    }

    private <P extends ResourcePlan, S extends ResourceSaga> void resync(SagaKind<P, S> kind, String resourceId) {
        rows.lock(kind.saga(), List.of(resourceId));
        Optional<P> plan = kind.load().apply(resourceId);
        plan.ifPresent(this::tell);
        rows.delete(List.of(resourceId));
        plan.filter(it -> !it.over()).ifPresent(it -> store(kind, it));
        rows.unpark(resourceId);
    }

    private void tell(ResourcePlan plan) {
        plan.step().ifPresentOrElse(queue::want, () -> queue.recheck(plan.resourceId(), plan.revision()));
    }

    private <P extends ResourcePlan, S extends ResourceSaga> void store(SagaKind<P, S> kind, P plan) {
        TreeMap<String, S> saga = new TreeMap<>();
        saga.put(plan.resourceId(), kind.of().apply(plan));
        rows.store(kind.saga(), saga);
    }
}
