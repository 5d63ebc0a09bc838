package dev.berth.api.iam;

/**
 * A question to the access decider.
 *
 * @param caller    who asks
 * @param tenantId  the tenant whose policies decide
 * @param action    such as {@code compute:instances:create}
 * @param resource  what it is about, with its attributes as they are now
 * @param requestId the request
 */
public record AccessRequest(Caller caller, String tenantId, String action, ResourceRef resource, String requestId) {}
