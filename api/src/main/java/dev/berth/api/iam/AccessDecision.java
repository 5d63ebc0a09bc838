package dev.berth.api.iam;

import java.util.List;

/**
 * The answer of the access decider.
 *
 * @param outcome          what is allowed
 * @param policies         the names of the policies that made the decision
 * @param policySetVersion which version of the tenant's policies decided
 * @param reason           one sentence that says why
 */
public record AccessDecision(Outcome outcome, List<String> policies, String policySetVersion, String reason) {
    /** What a decision can be. */
    public enum Outcome {
        /** Allowed. */
        ALLOW,
        /** Not allowed. */
        DENY,
        /** Allowed to a delegated session once the principal has approved this very call. */
        CONFIRM
    }

    public AccessDecision {
        policies = List.copyOf(policies);
    }

    /** Whether the call may go on without more. */
    public boolean allowed() {
        return outcome == Outcome.ALLOW;
    }
}
