package dev.berth.command.iam;

import dev.berth.api.Affected;
import dev.berth.api.Context;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.DeletePolicy;
import dev.berth.api.iam.PolicyEvent.PolicyPut;
import dev.berth.api.iam.PutPolicy;
import dev.berth.api.iam.ResourceRef;
import dev.berth.command.Gate;
import dev.berth.command.Streams;
import java.util.Optional;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.messaging.annotation.MetaDataValue;

/**
 * Policies of a tenant. They answer the policy's id.
 *
 * <p>Owns: that only what the policy engine accepts is kept. Does not own: from when on it holds everywhere. Invariants:
 * an id stands for at most one policy of its tenant. On failure: nothing is kept; the caller may ask again.
 */
public final class PolicyCommands {
    private static final String ACTION = "compute:iam:manage";

    private final Gate gate;
    private final PolicyChecker checker;
    private final Streams<Policy> policies;

    /** The commands of a deployment. */
    public PolicyCommands(Gate gate, PolicyChecker checker, Streams<Policy> policies) {
        this.gate = gate;
        this.checker = checker;
        this.policies = policies;
    }

    /** Adds or replaces a policy. */
    @CommandHandler
    public Outcome<Affected> handle(PutPolicy command, @MetaDataValue(Context.KEY) Context context) {
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        return gate.pass(context, command, "iam.policies.put", ACTION, tenant, meta -> {
            Optional<String> bad = checker.problem(command.policy());
            if (bad.isPresent()) {
                return Outcome.refused(Problem.invalid("policy", bad.get()));
            }
            String id = Policy.id(command.tenantId(), command.policyId());
            PolicyPut put = new PolicyPut(
                    id, command.tenantId(), command.policyId(), context.caller().principal(), command.policy());
            policies.find(id)
                    .ifPresentOrElse(
                            policy -> policy.apply(it -> it.put(put, meta)),
                            () -> policies.create(() -> Policy.begin(put, meta)));
            return Outcome.done(new Affected(command.policyId()));
        });
    }

    /** Takes a policy away. Asked again it changes nothing. */
    @CommandHandler
    public Outcome<Affected> handle(DeletePolicy command, @MetaDataValue(Context.KEY) Context context) {
        Optional<Streams.Loaded<Policy>> policy = policies.find(Policy.id(command.tenantId(), command.policyId()));
        if (policy.isEmpty()) {
            return Outcome.refused(Problem.notFound("policy", "compute-policy/" + command.policyId()));
        }
        ResourceRef tenant = ResourceRef.tenant(command.tenantId());
        return gate.pass(context, command, "iam.policies.delete", ACTION, tenant, meta -> {
            policy.get().apply(it -> it.delete(meta));
            return Outcome.done(new Affected(command.policyId()));
        });
    }
}
