package dev.berth.infra.queue;

import dev.berth.sagas.StepQueue;
import dev.berth.sagas.instance.InstanceFacts;
import dev.berth.sagas.instance.InstancePlan;
import dev.berth.sagas.instance.InstanceReader;
import dev.berth.sagas.instance.InstanceSaga;
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
    private final InstanceReader instances;
    private final StepQueue queue;
    private final TransactionOperations transactions;

    /** Repairs of instances' sagas. */
    public SagaRepairs(SagaRows rows, InstanceReader instances, StepQueue queue, TransactionOperations transactions) {
        this.rows = rows;
        this.instances = instances;
        this.queue = queue;
        this.transactions = transactions;
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
    public void resync(String instanceId) {
        transactions.executeWithoutResult(status -> {
            rows.lock(InstanceSaga.class, List.of(instanceId));
            Optional<InstanceFacts> facts = instances.load(instanceId);
            facts.map(InstanceFacts::plan).ifPresent(this::tell);
            rows.delete(List.of(instanceId));
            facts.map(InstanceFacts::plan)
                    .filter(plan -> plan.halt() != InstancePlan.Halt.DELETED)
                    .ifPresent(this::store);
            rows.unpark(instanceId);
        });
    }

    private void tell(InstancePlan plan) {
        plan.step().ifPresentOrElse(queue::want, () -> queue.recheck(plan.instanceId(), plan.revision()));
    }

    private void store(InstancePlan plan) {
        TreeMap<String, InstanceSaga> saga = new TreeMap<>();
        saga.put(plan.instanceId(), new InstanceSaga(plan));
        rows.store(InstanceSaga.class, saga);
    }
}
