package dev.berth.api.iam;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is kept of a decision: enough to make it again under other policies.
 *
 * @param outcome {@code allow}, {@code deny} or {@code confirm}
 */
public record DecisionRecord(
        String principal,
        Set<Role> roles,
        boolean delegated,
        String session,
        String requestId,
        String action,
        String resourceType,
        String resourceId,
        Map<String, Object> attributes,
        String outcome,
        List<String> policies,
        String policySetVersion) {
    /** The record of this decision. */
    public static DecisionRecord of(AccessRequest request, AccessDecision decision) {
        Caller caller = request.caller();
        return new DecisionRecord(
                caller.principal(),
                caller.roles(),
                caller.delegated(),
                caller.session(),
                request.requestId(),
                request.action(),
                request.resource().type(),
                request.resource().id(),
                request.resource().attributes(),
                decision.outcome().name().toLowerCase(java.util.Locale.ROOT),
                decision.policies(),
                decision.policySetVersion());
    }
}
