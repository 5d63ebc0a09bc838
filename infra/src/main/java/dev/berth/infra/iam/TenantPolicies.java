package dev.berth.infra.iam;

/** Where the decider finds the policies of a tenant: in memory, and as they are now. */
@FunctionalInterface
public interface TenantPolicies {
    /** The tenant's own policies; the same object until they change. */
    PolicyTexts of(String tenantId);
}
