package dev.berth.command.iam;

import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import dev.berth.api.Ids;
import dev.berth.api.iam.PolicyEvent;
import dev.berth.api.iam.PolicyEvent.PolicyDeleted;
import dev.berth.api.iam.PolicyEvent.PolicyPut;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.messaging.MetaData;
import org.axonframework.modelling.command.AggregateIdentifier;

/**
 * One policy id of one tenant.
 *
 * <p>Owns: the text that goes by that id now, if one does. Does not own: what it means; the policy engine has checked it
 * before. Invariants: putting what is there, and deleting what is not, changes nothing. On failure: nothing is kept; the
 * caller may ask again.
 */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY, getterVisibility = JsonAutoDetect.Visibility.NONE)
public class Policy {
    @AggregateIdentifier
    @SuppressWarnings("NullAway.Init")
    private String id;

    private String tenantId = "";
    private String policyId = "";
    private String text = "";
    private boolean deleted;

    Policy() {}

    static String id(String tenantId, String policyId) {
        return Ids.derived("pcy", tenantId, policyId);
    }

    static Policy begin(PolicyPut put, MetaData meta) {
        Policy policy = new Policy();
        apply(put, meta);
        return policy;
    }

    void put(PolicyPut put, MetaData meta) {
        if (deleted || !put.policy().equals(text)) {
            apply(put, meta);
        }
    }

    void delete(MetaData meta) {
        if (!deleted) {
            apply(new PolicyDeleted(id, tenantId, policyId), meta);
        }
    }

    @EventSourcingHandler
    void on(PolicyEvent event) {
        switch (event) {
            case PolicyPut put -> {
                id = put.streamKey();
                tenantId = put.tenantId();
                policyId = put.policyId();
                text = put.policy();
                deleted = false;
            }
            case PolicyDeleted gone -> deleted = true;
        }
    }
}
