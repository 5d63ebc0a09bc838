package dev.berth.command.tenant;

/** What every mutation needs to know of its tenant: from memory, at most a second behind the events. */
public interface TenantDirectory {
    /** Whether the tenant is known: it had its first token. */
    boolean exists(String tenantId);

    /** Whether the tenant may only read. */
    boolean suspended(String tenantId);
}
