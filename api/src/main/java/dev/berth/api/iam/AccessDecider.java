package dev.berth.api.iam;

/** The one port through which every method decides whether its caller may do what it asks. Answers without blocking. */
public interface AccessDecider {
    /** Decides. The same request under the same policies is the same decision. */
    AccessDecision decide(AccessRequest request);

    /**
     * Whether this caller can see nothing of a tenant's instances, volumes and snapshots but what it created itself, so
     * that a list needs to look at nothing else. Where this is false, a list asks about each resource.
     */
    default boolean seesOnlyItsOwn(Caller caller, String tenantId) {
        return false;
    }
}
