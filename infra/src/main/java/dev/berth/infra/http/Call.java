package dev.berth.infra.http;

import dev.berth.api.Context;
import dev.berth.api.Ids;
import dev.berth.api.Problem;
import dev.berth.api.iam.AccessRequest;
import dev.berth.api.iam.Caller;
import dev.berth.api.iam.ResourceRef;
import java.time.Instant;

/**
 * One call of a method.
 *
 * @param method    what is called
 * @param caller    who calls
 * @param requestId the id of the request
 * @param now       when it came, in whole milliseconds
 * @param seed      from which the ids that it makes are derived
 * @param dryRun    whether only what it would do is asked
 */
public record Call(ApiMethod<?> method, Caller caller, String requestId, Instant now, Ids.Seed seed, boolean dryRun) {
    /** One that is made in earnest. */
    public Call(ApiMethod<?> method, Caller caller, String requestId, Instant now, Ids.Seed seed) {
        this(method, caller, requestId, now, seed, false);
    }

    /** What a decision needs to know of the call. */
    public Context context() {
        return new Context(caller, requestId, now, seed);
    }

    /** The question whether the caller may do what the method does, on this resource. */
    public AccessRequest asks(String tenantId, ResourceRef resource) {
        return new AccessRequest(caller, tenantId, method.action(), resource, requestId);
    }

    /** The refusal of what the method does, on this resource. */
    public Problem denied(ResourceRef resource) {
        return Problem.denied(method.action(), resource.path());
    }
}
