package dev.berth.query.iam;

import static dev.berth.query.Fold.existing;

import dev.berth.api.iam.PolicyEvent;
import dev.berth.api.iam.PolicyEvent.PolicyDeleted;
import dev.berth.api.iam.PolicyEvent.PolicyPut;
import dev.berth.api.iam.PolicyView;
import dev.berth.query.EventMeta;
import org.jspecify.annotations.Nullable;

/**
 * A policy as its events make it.
 *
 * <p>Owns: the text in force under a policy's name. Does not own: whether it is well-formed. Invariants: one that is put
 * over a live one keeps its maker and time of creation; one that is put after its deletion is a new one. On failure:
 * throws for a deletion before the first put.
 */
public final class PolicyFold {
    private PolicyFold() {}

    /** The policy after the event. */
    public static PolicyRecord fold(@Nullable PolicyRecord policy, PolicyEvent event, EventMeta meta) {
        return switch (event) {
            case PolicyPut put -> {
                PolicyView live = policy == null || policy.deleted() ? null : policy.view();
                yield new PolicyRecord(
                        new PolicyView(
                                put.tenantId(),
                                live == null ? put.createdBy() : live.createdBy(),
                                live == null ? meta.time() : live.createdAt(),
                                meta.time(),
                                meta.revision(),
                                put.policyId(),
                                put.policy()),
                        false);
            }
            case PolicyDeleted ignored -> {
                PolicyView view = existing(policy, event).view();
                yield new PolicyRecord(
                        new PolicyView(
                                view.tenantId(),
                                view.createdBy(),
                                view.createdAt(),
                                meta.time(),
                                meta.revision(),
                                view.policyId(),
                                view.policy()),
                        true);
            }
        };
    }
}
