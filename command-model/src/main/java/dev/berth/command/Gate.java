package dev.berth.command;

import dev.berth.api.Affected;
import dev.berth.api.Command;
import dev.berth.api.Context;
import dev.berth.api.ErrorCode;
import dev.berth.api.Outcome;
import dev.berth.api.Problem;
import dev.berth.api.iam.AccessDecider;
import dev.berth.api.iam.AccessDecision;
import dev.berth.api.iam.AccessRequest;
import dev.berth.api.iam.DecisionRecord;
import dev.berth.api.iam.ResourceRef;
import dev.berth.command.iam.Confirmations;
import dev.berth.command.refusal.Refusals;
import dev.berth.command.tenant.TenantDirectory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.axonframework.messaging.MetaData;

/**
 * The way every mutating call takes from its resolved resource to its own rules.
 *
 * <p>Owns: that each call is decided once, that the decision goes into the metadata of what it appends, and that a
 * refusal leaves its record and nothing else. Does not own: the decision (policies) and the rules (the handlers).
 * Invariants: the rules run only after the decision allowed; they apply nothing unless all of them allow. On failure:
 * an exception rolls the unit of work back with everything in it.
 */
public final class Gate {
    /** The metadata key under which the decision is stored. */
    public static final String DECISION = "decision";

    private final AccessDecider decider;
    private final TenantDirectory tenants;
    private final Confirmations confirmations;
    private final Refusals refusals;

    /** The gate of a deployment. */
    public Gate(AccessDecider decider, TenantDirectory tenants, Confirmations confirmations, Refusals refusals) {
        this.decider = decider;
        this.tenants = tenants;
        this.confirmations = confirmations;
        this.refusals = refusals;
    }

    /**
     * Decides, then lets the rules decide and apply.
     *
     * @param method  the method's name, such as {@code instances.stop}
     * @param action  such as {@code compute:instances:update}
     * @param allowed the call's own rules and changes; its events carry the metadata that it is given
     */
    public Outcome<Affected> pass(
            Context context,
            Command command,
            String method,
            String action,
            ResourceRef resource,
            Function<MetaData, Outcome<Affected>> allowed) {
        return passAll(
                context, command, method, List.of(new Ask(action, resource)), metas -> allowed.apply(metas.getFirst()));
    }

    /** One of the decisions that a call needs. */
    public record Ask(String action, ResourceRef resource) {}

    /**
     * Makes several decisions on one call, in order, then lets the rules decide and apply. The first refusal is the
     * answer; one approval of a delegated session's call is good for all of them.
     *
     * @param allowed is given the metadata of each decision, in their order
     */
    public Outcome<Affected> passAll(
            Context context,
            Command command,
            String method,
            List<Ask> asks,
            Function<List<MetaData>, Outcome<Affected>> allowed) {
        List<MetaData> metas = new ArrayList<>();
        boolean confirmed = false;
        for (Ask ask : asks) {
            AccessRequest request = new AccessRequest(
                    context.caller(), command.tenantId(), ask.action(), ask.resource(), context.requestId());
            AccessDecision decision = decider.decide(request);
            MetaData meta = MetaData.with(DECISION, DecisionRecord.of(request, decision));
            Optional<Problem> refusal = refusal(context, command, method, request, decision, meta);
            if (refusal.isPresent()) {
                return refuse(context, command, method, ask, refusal.get(), meta);
            }
            confirmed |= decision.outcome() == AccessDecision.Outcome.CONFIRM;
            metas.add(meta);
        }
        Outcome<Affected> outcome = allowed.apply(metas);
        if (outcome instanceof Outcome.Refused<Affected>(Problem problem)) {
            return refuse(context, command, method, asks.getFirst(), problem, metas.getFirst());
        }
        if (confirmed) {
            confirmations.use(context, command, method, metas.getFirst());
        }
        return outcome;
    }

    private Outcome<Affected> refuse(
            Context context, Command command, String method, Ask ask, Problem problem, MetaData meta) {
        refusals.record(
                command.tenantId(), context.now(), method, ask.resource().path(), problem, meta);
        return Outcome.refused(problem);
    }

    /**
     * Refuses what no policy can allow: what only a pool's owner, the operator or the principal itself may do.
     *
     * @param rule the rule's name, such as {@code owner-only}, which stands for the deciding policy in the record
     */
    public <T> Outcome<T> deny(
            Context context, Command command, String method, String action, ResourceRef resource, String rule) {
        AccessRequest request =
                new AccessRequest(context.caller(), command.tenantId(), action, resource, context.requestId());
        AccessDecision decision =
                new AccessDecision(AccessDecision.Outcome.DENY, List.of(rule), "built-in", "No policy can allow this.");
        Problem problem = Problem.denied(action, resource.path());
        MetaData meta = MetaData.with(DECISION, DecisionRecord.of(request, decision));
        refusals.record(command.tenantId(), context.now(), method, resource.path(), problem, meta);
        return Outcome.refused(problem);
    }

    private Optional<Problem> refusal(
            Context context,
            Command command,
            String method,
            AccessRequest request,
            AccessDecision decision,
            MetaData meta) {
        if (decision.outcome() == AccessDecision.Outcome.DENY) {
            return Optional.of(
                    Problem.denied(request.action(), request.resource().path()));
        }
        if (tenants.suspended(command.tenantId()) && !context.caller().operator()) {
            return Optional.of(new Problem(
                    ErrorCode.ACCESS_DENIED,
                    "The tenant is suspended and may only read.",
                    Problem.denied(request.action(), request.resource().path()).details()));
        }
        if (decision.outcome() == AccessDecision.Outcome.CONFIRM) {
            return confirmations.check(context, command, method, request, meta);
        }
        return Optional.empty();
    }
}
