package dev.berth.infra.http;

import dev.berth.api.Problem;
import dev.berth.api.iam.ResourceRef;

/** Keeps the record of mutating calls that name another tenant than the token's: they never become a command. */
@FunctionalInterface
public interface ForeignCalls {
    /**
     * This call was refused. It is the token's own tenant that remembers it.
     *
     * @param tenant the tenant that it named
     */
    void refused(Call call, ResourceRef tenant, Problem problem);
}
